import type { DeskMessage } from '@site/contracts/api/desk';
import { Box, Stack, Text } from '@site/ui';
import { Moment } from '../display/moment';

/** What was answered to a message so far, by whom. */
export function SentAnswers({ answers }: Pick<DeskMessage, 'answers'>) {
  return (
    <Stack as="ul" role="list" aria-label="Answers" listStyleType="none" ps="4" gap="3" borderStartWidth="3px">
      {answers.map((answer) => (
        <Box as="li" key={answer.sent_at}>
          <Text textStyle="sm" color="fg.muted">
            {`${answer.by}, `}
            <Moment at={answer.sent_at} />
          </Text>
          <Text whiteSpace="pre-line" overflowWrap="anywhere" maxW="prose">
            {answer.text}
          </Text>
        </Box>
      ))}
    </Stack>
  );
}
