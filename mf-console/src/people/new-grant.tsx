import type { Whoami } from '@site/release-model/registry-answers';
import type { GrantRequest } from '@site/release-model/registry-requests';
import { Box, Notice } from '@site/ui';
import { Field, Input, RadioGroup, Select } from '@site/ui/form';
import { EVERY } from '../display/names';
import { NamesChoice } from '../editing/names-choice';
import { NewItem, type Problems } from '../editing/new-item';
import { peopleApi } from '../registry/people.api';
import { registryApi } from '../registry/registry.api';
import { releasesApi } from '../registry/releases.api';
import { describeGrant, MEANINGS, type Role, ROLES } from './describe-grant';
import { notManaged } from './managing';

type Kind = GrantRequest['holder']['kind'];

const KINDS = [
  { value: 'team', label: 'A team' },
  { value: 'person', label: 'One person' },
  { value: 'group', label: 'A group of those who sign in' },
] as const;

const EMPTY = {
  kind: 'team' as Kind,
  name: '',
  role: 'publisher' as Role,
  parts: [] as string[],
  environments: [EVERY],
  days: '',
  reason: '',
};

type Values = typeof EMPTY;

const NAMING: Record<Kind, string> = { team: 'Choose a team', person: 'Write a handle', group: 'Write the name of the group' };

const problemsOf = (person: Whoami, { kind, name, parts, environments, days }: Values): Problems<Values> => ({
  ...(name.trim() === '' && { name: NAMING[kind] }),
  ...(parts.length === 0 && { parts: 'Choose at least one' }),
  ...(notManaged(person, { parts, environments }) !== null && { parts: 'Choose what you manage' }),
  ...(environments.length === 0 && { environments: 'Choose at least one' }),
  ...(days.trim() !== '' && !(Number(days) >= 1 && Number(days) <= 366) && { days: 'A day to a year' }),
});

/** Gives a role to somebody. What the person does not manage themselves is said before it is asked. */
export function NewGrant({ person }: { person: Whoami }) {
  const { data: teams = [] } = peopleApi.useConsoleTeamsQuery(undefined);
  const { data: parts = [] } = releasesApi.useConsoleRemotesQuery(undefined);
  const { data: environments = [] } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const [grant] = peopleApi.useConsoleGrantMutation();
  return (
    <NewItem
      title="A new grant"
      level="h3"
      doIt="Grant it"
      empty={EMPTY}
      problemsOf={(values) => problemsOf(person, values)}
      make={(values) => grant(requestOf(values))}
      made={(given) => <Notice status="success" title={`Granted: ${given.holder.name} is ${describeGrant(given)}`} />}
    >
      {({ values, problems, change }) => (
        <>
          <RadioGroup legend="To whom" name="holder" options={KINDS} value={values.kind} onChange={(kind) => change({ kind, name: '' })} />
          <HolderField values={values} teams={teams.map(({ name }) => name)} error={problems.name} onChange={(name) => change({ name })} />
          <Field label="Role">
            <Select value={values.role} onChange={({ target }) => change({ role: target.value as Role })}>
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {`${role}: ${MEANINGS[role]}`}
                </option>
              ))}
            </Select>
          </Field>
          <NamesChoice
            legend="For which parts"
            all="All parts"
            names={parts.map(({ name }) => name)}
            value={values.parts}
            onChange={(chosen) => change({ parts: chosen })}
            error={problems.parts}
          />
          <NamesChoice
            legend="In which environments"
            all="All environments"
            names={environments.map(({ name }) => name)}
            value={values.environments}
            onChange={(chosen) => change({ environments: chosen })}
            error={problems.environments}
          />
          <Field label="Days until it ends" optional help="Without them it lasts until it is revoked." error={problems.days}>
            <Input inputMode="numeric" maxW="32" value={values.days} onChange={({ target }) => change({ days: target.value })} />
          </Field>
          <Field label="Reason" optional>
            <Input value={values.reason} maxLength={500} onChange={({ target }) => change({ reason: target.value })} />
          </Field>
          <Box role="status">
            <Outside words={notManaged(person, values)} />
          </Box>
        </>
      )}
    </NewItem>
  );
}

/** @param words What the person does not manage; null for nothing. */
const Outside = ({ words }: { words: string | null }) =>
  words !== null && (
    <Notice status="warning" title={`You do not manage ${words}`}>
      Nobody gives away more than they manage. Choose less, or ask somebody who does.
    </Notice>
  );

interface HolderFieldProps {
  values: Values;
  teams: string[];
  error: string | undefined;
  onChange: (name: string) => void;
}

function HolderField({ values: { kind, name }, teams, error, onChange }: HolderFieldProps) {
  if (kind === 'team')
    return (
      <Field label="Team" error={error}>
        <Select value={name} onChange={({ target }) => onChange(target.value)}>
          <option value="">none is chosen</option>
          {teams.map((team) => (
            <option key={team}>{team}</option>
          ))}
        </Select>
      </Field>
    );
  return (
    <Field
      label={kind === 'person' ? 'Handle' : 'Group'}
      help={kind === 'person' ? 'Whoever has none yet chooses it here, or the operator does.' : 'Such as release-manager.'}
      error={error}
    >
      <Input
        value={name}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

const requestOf = ({ kind, name, role, parts, environments, days, reason }: Values): GrantRequest => ({
  ...{ holder: { kind, name: name.trim() }, role, parts, environments },
  ...(days.trim() !== '' && { expiresInDays: Number(days) }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
});
