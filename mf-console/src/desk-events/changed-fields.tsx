import type { DeskEvent } from '@site/contracts/api/desk-events';
import { Box, Text } from '@site/ui';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value));

/** Each field that a write changed: what it was, and what it is. Of what was added or removed there is one side. */
export function ChangedFields({ event: { before, after } }: { event: DeskEvent }) {
  const names = Object.keys({ ...before, ...after });
  if (names.length === 0) return null;
  return (
    <Box as="dl" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1" textStyle="sm" maxW="xl">
      {names.map((name) => (
        <Box key={name}>
          <Text as="dt" display="inline" color="fg.muted">
            {`${name}: `}
          </Text>
          <Box as="dd" display="inline">
            {before && <del>{textOf(before[name])}</del>}
            {before && after && ' '}
            {after && <ins>{textOf(after[name])}</ins>}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
