import type { TokenRequest } from '@site/release-model/registry-requests';
import { Text } from '@site/ui';
import { Checkbox, Field, Fieldset, Input } from '@site/ui/form';
import { SecretNotice } from '../display/secret-notice';
import { NewItem, type Problems } from '../editing/new-item';
import { registryApi } from '../registry/registry.api';
import { releasesApi } from '../registry/releases.api';

const VERBS = [
  ['publish', 'Publish releases'],
  ['promote', 'Promote and roll back'],
  ['view', 'See what is not live'],
] as const;

const EMPTY = { name: '', verbs: ['publish'] as string[], parts: '', days: '90' };

type Values = typeof EMPTY;

const listed = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const problemsOf = ({ name, verbs, parts, days }: Values): Problems<Values> => ({
  ...(name.trim() === '' && { name: 'Give it a name' }),
  ...(verbs.length === 0 && { verbs: 'Choose what it may do' }),
  ...(listed(parts).length === 0 && { parts: 'Name at least one part' }),
  ...(!(Number(days) >= 1 && Number(days) <= 366) && { days: 'A day to a year' }),
});

const requestOf = ({ name, verbs, parts, days }: Values): TokenRequest => ({
  ...{ name: name.trim(), verbs, parts: listed(parts), expiresInDays: Number(days) },
});

/** Makes a token of a team or a machine. Its secret is shown this once. */
export function NewToken() {
  const [create] = registryApi.useConsoleCreateTokenMutation();
  const { data: remotes } = releasesApi.useConsoleRemotesQuery(undefined);
  return (
    <NewItem
      title="A new token"
      doIt="Make the token"
      empty={EMPTY}
      problemsOf={problemsOf}
      make={(values) => create(requestOf(values))}
      keeps
      made={({ token, secret }) => (
        <>
          <SecretNotice title={`${token.name} is made. Its secret is shown this once:`} secret={secret} />
          {remotes && <UnknownParts named={token.parts} known={remotes.map(({ name }) => name).sort()} />}
        </>
      )}
    >
      {({ values, problems, change }) => (
        <>
          <Field label="Name" help="Stands beside everything that it does, such as marketing-ci." error={problems.name}>
            <Input value={values.name} maxLength={40} autoComplete="off" onChange={({ target }) => change({ name: target.value })} />
          </Field>
          <Fieldset legend="What it may do" error={problems.verbs}>
            {VERBS.map(([verb, label]) => (
              <Checkbox
                key={verb}
                checked={values.verbs.includes(verb)}
                onChange={({ target }) =>
                  change({ verbs: target.checked ? [...values.verbs, verb] : values.verbs.filter((other) => other !== verb) })
                }
              >
                {label}
              </Checkbox>
            ))}
          </Fieldset>
          <Field label="Parts" help="Such as mf-marketing, mf-auth; * is all." error={problems.parts}>
            <Input
              value={values.parts}
              autoCapitalize="off"
              spellCheck={false}
              onChange={({ target }) => change({ parts: target.value })}
            />
          </Field>
          <Field label="Days until it expires" error={problems.days}>
            <Input inputMode="numeric" maxW="32" value={values.days} onChange={({ target }) => change({ days: target.value })} />
          </Field>
        </>
      )}
    </NewItem>
  );
}

/** Parts that are named before anything of them was published: often on purpose, at times by mistake. */
const UnknownParts = ({ named, known }: { named: readonly string[]; known: readonly string[] }) =>
  named
    .filter((part) => part !== '*' && !known.includes(part))
    .map((part) => (
      <Text key={part} mt="3">
        {`No part is named ${part} yet.${known.length > 0 ? ` These there are: ${known.join(', ')}.` : ''}`}
      </Text>
    ));
