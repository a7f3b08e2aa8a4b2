import { useId, useState } from 'react';
import type { NamedRehearsal } from '@site/release-model/rehearsal';
import { VERDICTS } from '@site/release-model/rehearsal-reading';
import { Badge, Box, Button, Flex, Text } from '@site/ui';
import { RehearsedPages } from './rehearsed-pages';

const PALETTES = { passed: 'success', failed: 'danger', 'not-run': 'neutral' } as const;

/** How a rehearsal ended. What it found is asked for when it is opened. */
export function RehearsalSection({ environment, rehearsal }: { environment: string; rehearsal: NamedRehearsal }) {
  const { id, verdict, isOutdated } = rehearsal;
  const contentId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box>
      <Flex gap="3" align="center" wrap="wrap">
        <Text as="span" textStyle="sm" fontWeight="semibold">{`Rehearsal ${id}`}</Text>
        <Badge colorPalette={PALETTES[verdict]}>{VERDICTS[verdict]}</Badge>
        {isOutdated && (
          <Text as="span" textStyle="sm" color="fg.muted">
            beside other releases than those that were live
          </Text>
        )}
        <Button
          size="sm"
          variant="outline"
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': contentId })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? `Close rehearsal ${id}` : `Look at rehearsal ${id}`}
        </Button>
      </Flex>
      {isOpen && (
        <Box id={contentId} mt="3">
          <RehearsedPages environment={environment} id={id} />
        </Box>
      )}
    </Box>
  );
}
