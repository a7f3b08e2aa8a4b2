import { useState } from 'react';
import type { PlaybookInput } from '@site/contracts/api/desk';
import { playbookFor, VISITOR, type Reader } from '@site/contracts/api/playbook-view';
import { Box, Heading, Notice, Stack, Text } from '@site/ui';
import { Field, Select } from '@site/ui/form';
import { TextBadge } from '../display/text-badge';
import type { Values } from '../editing/item-fields';

const READERS: Record<string, { label: string; reader: Reader }> = {
  member: { label: 'A member with a subscription', reader: { isSignedIn: true, tesseraRank: 1, hasSubscription: true } },
  free: { label: 'A member without a subscription', reader: { isSignedIn: true, tesseraRank: 1, hasSubscription: false } },
  fresh: { label: 'A member in evaluation', reader: { isSignedIn: true, tesseraRank: 0, hasSubscription: true } },
  visitor: { label: 'A visitor', reader: VISITOR },
};

/** What a reader gets of the playbook that is being written, by the rule of the server. */
export function ReaderView({ values }: { values: Values }) {
  const [chosen, choose] = useState('member');
  const { name, memberLevel, min_size, max_size, ...seen } = playbookFor(
    { ...(values as PlaybookInput), id: 1 },
    READERS[chosen]?.reader ?? VISITOR,
  );
  return (
    <Box as="section" aria-label="What a reader gets">
      <Field label="Read it as">
        <Select value={chosen} onChange={({ target }) => choose(target.value)}>
          {Object.entries(READERS).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Stack gap="4" borderWidth="1px" borderRadius="l3" p="5" bg="bg.subtle" overflowWrap="anywhere">
        {memberLevel && (
          <TextBadge colorPalette="accent" alignSelf="flex-start">
            {memberLevel}
          </TextBadge>
        )}
        <Heading as="h3" size="lg">
          {name || 'Without a name'}
        </Heading>
        {values.is_listed !== true && <Notice>Nobody finds it in the list; followers keep it.</Notice>}
        {seen.is_locked ? (
          <Notice title="Locked">It needs an active subscription. Nothing more is shown.</Notice>
        ) : (
          <>
            {seen.is_evaluating && <Notice title="Evaluation is in progress">It can be read, and not be followed yet.</Notice>}
            <Text textStyle="sm" fontWeight="semibold">
              {`Size: ${min_size === max_size ? min_size : `${min_size}-${max_size}`}`}
            </Text>
            <Text whiteSpace="pre-line">{seen.description_1}</Text>
            <Text whiteSpace="pre-line" color="fg.muted" textStyle="sm">
              {seen.description_2}
            </Text>
            <Text whiteSpace="pre-line">{seen.description_3}</Text>
          </>
        )}
      </Stack>
    </Box>
  );
}
