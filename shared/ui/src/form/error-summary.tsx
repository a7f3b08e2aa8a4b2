import { Box, Heading, Link } from '@chakra-ui/react';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { List } from '../list';

export interface FormProblem {
  /** Id of the control to correct; absent for a problem of the form as a whole. */
  fieldId?: string | undefined;
  message: ReactNode;
}

export interface ErrorSummaryProps {
  problems: readonly FormProblem[];
  /** Counts the attempts to send. Each new one with problems moves the focus here. */
  attempt: number;
  title?: ReactNode;
}

function focusField(event: MouseEvent, fieldId: string) {
  const field = document.getElementById(fieldId);
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** What kept the form from being sent, above the form, with a link to each field. It opens as the person presses the button, never later. */
export function ErrorSummary({ problems, attempt, title = 'Some fields need a correction' }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = problems.length > 0;
  useEffect(() => {
    if (attempt > 0 && shown) ref.current?.focus();
  }, [attempt, shown]);

  if (!shown) return null;
  return (
    <Box
      ref={ref}
      role="group"
      aria-label="Problems with the form"
      tabIndex={-1}
      p="5"
      mb="3"
      borderWidth="2px"
      borderRadius="l2"
      colorPalette="danger"
      borderColor="danger.solid"
      bg="danger.subtle"
    >
      <Heading as="h2" size="lg" mb="2">
        {title}
      </Heading>
      <List.Root>
        {problems.map(({ fieldId, message }, index) => (
          <List.Item key={fieldId ?? index}>
            {fieldId === undefined ? (
              message
            ) : (
              <Link href={`#${fieldId}`} colorPalette="danger" onClick={(event) => focusField(event, fieldId)}>
                {message}
              </Link>
            )}
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
