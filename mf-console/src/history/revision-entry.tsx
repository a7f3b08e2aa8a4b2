import type { Whoami } from '@site/release-model/registry-answers';
import type { RevisionSummary } from '@site/release-model/revision';
import { Badge, Box, Button, Flex, Text } from '@site/ui';
import { RollbackButton } from '../acting/rollback-button';
import { ChangesList } from '../display/changes-list';
import { Moment } from '../display/moment';
import { RehearsalSection } from '../rehearsal/rehearsal-section';
import { ReplayButton } from './replay-button';

interface RevisionEntryProps {
  revision: RevisionSummary;
  isLive: boolean;
  isCompared: boolean;
  onCompare: () => void;
  person: Whoami;
}

/** A revision on the line of time, with what can be done about it. */
export function RevisionEntry({ revision, isLive, isCompared, onCompare, person }: RevisionEntryProps) {
  const { environment, number, createdAt, createdBy, reason, changes, approvedBy, rehearsal } = revision;
  const mayAct = person.verbs.includes('promote');
  return (
    <Box
      as="li"
      position="relative"
      ps="6"
      pb="7"
      overflowWrap="anywhere"
      borderInlineStartWidth="2px"
      borderColor={isLive ? 'accent.solid' : 'border'}
    >
      <Box
        position="absolute"
        insetInlineStart="-7px"
        top="1.5"
        boxSize="3"
        borderRadius="full"
        bg={isLive ? 'accent.solid' : 'border.emphasized'}
        aria-hidden="true"
      />
      <Flex gap="2" align="baseline" wrap="wrap">
        <Text as="span" fontWeight="bold">{`${number}`}</Text>
        <Text as="span">{describe(revision)}</Text>
        {isLive && <Badge colorPalette="accent">live</Badge>}
        <Text as="span" color="fg.muted" overflowWrap="anywhere">
          <Moment at={createdAt} /> {`by ${createdBy}`}
        </Text>
      </Flex>
      {reason !== null && <Text mt="1">{reason}</Text>}
      {approvedBy.length > 0 && <Text mt="1" textStyle="sm" color="fg.muted">{`approved by ${approvedBy.join(', ')}`}</Text>}
      <Box mt="3" maxW="4xl">
        <ChangesList changes={changes} labels={['before', 'then']} />
      </Box>
      {rehearsal && (
        <Box mt="3" maxW="4xl">
          <RehearsalSection environment={environment} rehearsal={rehearsal} />
        </Box>
      )}
      <Flex mt="3" gap="2" wrap="wrap">
        <Button size="sm" variant={isCompared ? 'subtle' : 'ghost'} aria-pressed={isCompared} onClick={onCompare}>
          {isCompared ? `Comparing ${number}` : `Compare ${number}`}
        </Button>
        {mayAct && <ReplayButton environment={environment} number={number} />}
        {mayAct && !isLive && <RollbackButton environment={environment} to={number} variant="ghost" />}
      </Flex>
    </Box>
  );
}

const describe = ({ cause, restores, fixes }: RevisionSummary): string =>
  restores === null ? cause + (fixes ? ', what was live is bad' : '') : `${cause} to ${restores}`;
