import type { Change } from '@site/release-model/changes';
import { Box, Stack, Text } from '@site/ui';

const FIELDS: Record<string, string> = { stable: '', candidate: 'candidate', disabled: 'switched off' };

interface ChangesListProps {
  changes: readonly Change[];
  /** What goes and what comes, in the words of the act: `now`, `then`. */
  labels?: [string, string];
}

/** What is different, one line a change. */
export function ChangesList({ changes, labels = ['now', 'then'] }: ChangesListProps) {
  if (changes.length === 0) return <Text color="fg.muted">Nothing is different.</Text>;
  return (
    <Stack as="ul" role="list" listStyleType="none" gap="2" ps="0">
      {changes.map(({ name, field, from, to }) => (
        <Box as="li" key={`${name} ${field}`} borderWidth="1px" borderRadius="l2" px="4" py="2.5" textStyle="sm">
          <Text as="span" fontWeight="semibold">
            {[name, FIELDS[field] ?? field].filter(Boolean).join(', ')}
          </Text>
          <Box display="grid" gridTemplateColumns="4rem minmax(0, 1fr)" columnGap="2" overflowWrap="anywhere">
            <Text as="span" color="fg.muted">
              {labels[0]}
            </Text>
            <span>{from ?? 'nothing'}</span>
            <Text as="span" color="fg.muted">
              {labels[1]}
            </Text>
            <Text as="span" fontWeight="semibold">
              {to ?? 'nothing'}
            </Text>
          </Box>
        </Box>
      ))}
    </Stack>
  );
}
