import type { Change } from '@site/release-model/changes';
import { Box, Grid, Text } from '@site/ui';

const FIELDS: Record<string, string> = { stable: '', candidate: 'candidate', disabled: 'switched off', yanked: 'yanked' };

interface ChangesListProps {
  changes: readonly Change[];
  /** What goes and what comes, in the words of the act: `now`, `then`. */
  labels?: [string, string];
}

/** What is different, one line a change. */
export function ChangesList({ changes, labels = ['now', 'then'] }: ChangesListProps) {
  if (changes.length === 0) return <Text color="fg.muted">Nothing is different.</Text>;
  return (
    <Box as="ul" role="list" listStyleType="none" ps="0" borderWidth="1px" borderRadius="l2" bg="bg.panel" textStyle="sm">
      {changes.flatMap(byField).map(({ name, field, from, to }) => (
        <Grid
          as="li"
          key={`${name} ${field}`}
          templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 4fr) minmax(0, 4fr)' }}
          columnGap="5"
          px="4"
          py="2.5"
          borderTopWidth="1px"
          _first={{ borderTopWidth: '0' }}
          overflowWrap="anywhere"
        >
          <Text as="span" fontWeight="semibold">
            {[name, FIELDS[field] ?? field].filter(Boolean).join(', ')}
          </Text>
          <Side label={labels[0]}>{from ?? 'nothing'}</Side>
          <Side label={labels[1]} isStrong>
            {to ?? 'nothing'}
          </Side>
        </Grid>
      ))}
    </Box>
  );
}

/** A value with fields is shown by those that differ: in the whole of it nobody would find them. */
function byField(change: Change): Change[] {
  const [from, to] = [fieldsOf(change.from), fieldsOf(change.to)];
  if (!from || !to) return [change];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((name) => ({ name: change.name, field: `${change.field} ${name}`, from: textOf(from[name]), to: textOf(to[name]) }))
    .filter((inner) => inner.from !== inner.to);
}

const textOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Of a value in JSON; null for one that has none. */
function fieldsOf(text: string | null): Record<string, unknown> | null {
  if (!text?.startsWith('{')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Characters of a value that is shown in a window of its own, as the whole of a parameter may be. */
const LONG = 160;

const scrolling = (label: string) =>
  ({ display: 'block', maxH: '20', overflowY: 'auto', tabIndex: 0, role: 'group', 'aria-label': label }) as const;

function Side({ label, isStrong = false, children }: { label: string; isStrong?: boolean; children: string }) {
  return (
    <span>
      <Text as="span" color="fg.muted">
        {`${label} `}
      </Text>
      <Text as="span" fontWeight={isStrong ? 'semibold' : 'normal'} {...(children.length > LONG && scrolling(label))}>
        {children}
      </Text>
    </span>
  );
}
