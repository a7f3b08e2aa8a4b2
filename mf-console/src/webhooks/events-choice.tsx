import { EVENT_GROUPS, EVENT_KINDS, groupOf } from '@site/release-model/event-kinds';
import { SimpleGrid, Stack } from '@site/ui';
import { Checkbox, Fieldset } from '@site/ui/form';
import { EVERY } from '../display/names';

interface EventsChoiceProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** Everything, groups of events, or single kinds of them. */
export function EventsChoice({ value, onChange, error }: EventsChoiceProps) {
  const isEverything = value.includes(EVERY);
  return (
    <Fieldset legend="What it is told" error={error}>
      <Checkbox checked={isEverything} onChange={({ target }) => onChange(target.checked ? [EVERY] : [])}>
        Everything
      </Checkbox>
      {!isEverything && (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="6" ps="4">
          {EVENT_GROUPS.map((group) => (
            <Group key={group} group={group} value={value} onChange={onChange} />
          ))}
        </SimpleGrid>
      )}
    </Fieldset>
  );
}

function Group({ group, value, onChange }: { group: string } & Pick<EventsChoiceProps, 'value' | 'onChange'>) {
  const kinds: string[] = EVENT_KINDS.filter((kind) => groupOf(kind) === group);
  const isWhole = value.includes(group);
  return (
    <Stack gap="3">
      <Checkbox
        checked={isWhole}
        help="Also kinds that are to come."
        onChange={({ target }) =>
          onChange([...value.filter((one) => one !== group && !kinds.includes(one)), ...(target.checked ? [group] : [])])
        }
      >
        {group}
      </Checkbox>
      {!isWhole &&
        kinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={value.includes(kind)}
            onChange={({ target }) => onChange(target.checked ? [...value, kind] : value.filter((one) => one !== kind))}
          >
            {kind}
          </Checkbox>
        ))}
    </Stack>
  );
}
