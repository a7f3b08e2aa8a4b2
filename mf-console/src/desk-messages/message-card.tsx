import type { DeskMessage, MessageUpdate } from '@site/contracts/api/desk';
import { useMember } from '@site/session';
import { Badge, Box, Button, Flex, Heading, Text } from '@site/ui';
import { deskApi } from '../desk/desk.api';
import { FailureNotice } from '../display/failure-notice';
import { Moment } from '../display/moment';
import { TextBadge } from '../display/text-badge';
import { SentAnswers } from './sent-answers';
import { PALETTES, STATUSES } from './statuses';

interface MessageCardProps {
  message: DeskMessage;
  onAnswer: () => void;
  onSaved: (saved: DeskMessage) => void;
}

/** One message, with who works on it, what was answered, and what to do next. */
export function MessageCard({ message, onAnswer, onSaved }: MessageCardProps) {
  const { id, name, email, phone, goal, message: text, status, assigned_to, answers, received_at, version } = message;
  const username = useMember()?.username;
  const [save, { error, isLoading }] = deskApi.useDeskSaveMessageMutation();
  const isMine = assigned_to !== null && assigned_to.id === username;

  async function update(input: MessageUpdate) {
    if (isLoading) return;
    const { data } = await save({ id, version, input });
    if (data) onSaved(data);
  }

  const act = (label: string, input: MessageUpdate) => (
    <Button
      size="sm"
      variant="outline"
      aria-disabled={isLoading}
      aria-label={`${label}: message ${id} of ${name}`}
      onClick={() => void update(input)}
    >
      {label}
    </Button>
  );

  return (
    <Box as="li" borderWidth="1px" borderRadius="l3" p={{ base: '4', md: '5' }} bg="bg.panel">
      <Flex gap="3" wrap="wrap" align="center" justify="space-between" mb="3">
        <Heading as="h2" size="md" overflowWrap="anywhere">
          {`${name}: ${goal}`}
        </Heading>
        <Flex gap="2" wrap="wrap" role="status">
          <Badge colorPalette={PALETTES[status]}>{STATUSES[status]}</Badge>
          {assigned_to && <TextBadge>{isMine ? 'yours' : `with ${assigned_to.name}`}</TextBadge>}
        </Flex>
      </Flex>
      <Text textStyle="sm" color="fg.muted" mb="3" overflowWrap="anywhere">
        {`${email}, ${phone}, `}
        <Moment at={received_at} />
      </Text>
      <Text whiteSpace="pre-line" overflowWrap="anywhere" maxW="prose">
        {text}
      </Text>
      {answers.length > 0 && (
        <Box mt="4">
          <SentAnswers answers={answers} />
        </Box>
      )}
      {error && (
        <Box mt="4">
          <FailureNotice failure={error} />
        </Box>
      )}
      <Flex gap="3" wrap="wrap" mt="4">
        <Button size="sm" aria-label={`Answer: message ${id} of ${name}`} onClick={onAnswer}>
          Answer
        </Button>
        {isMine
          ? act('Give it back', { status: status === 'in-progress' ? 'new' : status, assigned: false })
          : act('Take it', { status: status === 'new' ? 'in-progress' : status, assigned: true })}
        {status === 'closed' ? act('Open it again', { status: 'in-progress' }) : act('Close', { status: 'closed' })}
      </Flex>
    </Box>
  );
}
