import { Box, Button, Flex, Notice, Text } from '@site/ui';
import type { ItemField, Values } from './item-fields';
import type { Merged } from './merge-newest';

interface ChangedMeanwhileProps {
  news: Merged['news'];
  fields: readonly ItemField[];
  values: Values;
  /** Puts what somebody else has written into a field. */
  onTake: (name: string, value: unknown) => void;
}

/** What somebody else has changed: what stands in the fields already, and what differs from what was typed, which can be taken. */
export function ChangedMeanwhile({ news, fields, values, onTake }: ChangedMeanwhileProps) {
  const changed = news.flatMap(({ name, value }) => {
    const field = fields.find((one) => one.name === name);
    return field ? [{ field, value, isTyped: values[name] !== value }] : [];
  });
  const taken = changed.filter(({ isTyped }) => !isTyped).map(({ field }) => field.label);
  const isAnyTyped = changed.some(({ isTyped }) => isTyped);
  return (
    <Notice status="warning" role="status" title="Somebody else has changed it">
      {changed.length === 0 && <Text>Nothing of what stands here is different now.</Text>}
      {taken.length > 0 && <Text>{`Below stands what they wrote: ${taken.join(', ')}.`}</Text>}
      {isAnyTyped && <Text>What you wrote stands below and takes the place of theirs when you save:</Text>}
      {isAnyTyped && (
        <Box as="ul" role="list" listStyleType="none" ps="0" mt="2">
          {changed
            .filter(({ isTyped }) => isTyped)
            .map(({ field, value }) => (
              <Flex as="li" key={field.name} gap="3" wrap="wrap" align="center" justify="space-between" mt="2">
                <Text flex="1 1 12rem" minW="0" whiteSpace="pre-line" overflowWrap="anywhere">
                  <Text as="strong">{`${field.label}: `}</Text>
                  {inWords(field, value)}
                </Text>
                <Button size="sm" variant="outline" aria-label={`Take theirs: ${field.label}`} onClick={() => onTake(field.name, value)}>
                  Take theirs
                </Button>
              </Flex>
            ))}
        </Box>
      )}
    </Notice>
  );
}

function inWords(field: ItemField, value: unknown): string {
  if (field.kind === 'switch') return value === true ? 'yes' : 'no';
  if (field.kind === 'choice') return field.options.find(([option]) => option === value)?.[1] ?? String(value);
  return value === '' ? 'nothing' : String(value);
}
