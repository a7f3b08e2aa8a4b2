import { useId, useState, type ReactNode } from 'react';
import { Box, Button, Heading } from '@site/ui';
import { FailureNotice } from '../display/failure-notice';
import { issuesOf, type Failure } from '../registry/failure';
import { Form } from './form';

export type Problems<Values> = Partial<Record<keyof Values, string>>;

interface Fields<Values> {
  values: Values;
  problems: Problems<Values>;
  change: (changed: Partial<Values>) => void;
}

interface NewItemProps<Values, Answer> {
  /** Of the form, and of the heading above it. */
  title: string;
  level?: 'h2' | 'h3';
  /** Words of the button that makes it. */
  doIt: string;
  /** What the fields begin with, and what they have again when it is made. */
  empty: Values;
  problemsOf: (values: Values) => Problems<Values>;
  make: (values: Values) => Promise<{ data?: Answer | undefined; error?: Failure | undefined }>;
  /** What is shown of the answer, such as a secret that is shown this once. */
  made: (answer: Answer) => ReactNode;
  /** Whether it stays beside what is made after it. What it shows stays through refusals either way. */
  keeps?: boolean;
  children: (fields: Fields<Values>) => ReactNode;
}

/** Makes one thing more, beside those that are there. Of what is refused the values stay, and the refusal stands at the button. */
export function NewItem<Values extends object, Answer>(props: NewItemProps<Values, Answer>) {
  const { title, level = 'h2', doIt, empty, problemsOf, make, made, keeps = false, children } = props;
  const headingId = useId();
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Problems<Values>>({});
  /** Newest first. */
  const [answers, setAnswers] = useState<Answer[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (isBusy) return;
    const wrong = problemsOf(values);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    setIsBusy(true);
    const { data, error } = await make(values);
    setIsBusy(false);
    setFailure(error ?? null);
    if (data) setAnswers((before) => (keeps ? [data, ...before] : [data]));
    if (!error) return setValues(empty);
    const marked = issuesOf(error).filter(({ name }) => name in values);
    setProblems(Object.fromEntries(marked.map(({ name, value }) => [name, value])) as Problems<Values>);
  }

  return (
    <Box as="section" aria-labelledby={headingId}>
      <Heading as={level} id={headingId} size={level === 'h2' ? 'xl' : 'lg'} mb="4">
        {title}
      </Heading>
      <Form aria-label={title} problems={problems} onSubmit={() => void submit()} maxW="xl">
        {children({ values, problems, change: (changed) => setValues({ ...values, ...changed }) })}
        {failure && <FailureNotice failure={failure} />}
        <Button type="submit" alignSelf="flex-start" aria-disabled={isBusy}>
          {doIt}
        </Button>
      </Form>
      {/* Of those that are kept only the new one is read out. */}
      <Box role="status" aria-atomic={!keeps} maxW="3xl">
        {answers.map((answer, index) => (
          <Box key={answers.length - index} mt="5">
            {made(answer)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
