import { useState } from 'react';
import type { TokenRequest } from '@site/release-model/registry-requests';
import { Box, Button, chakra, Heading } from '@site/ui';
import { Checkbox, Field, Fieldset, Input } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { SecretNotice } from '../display/secret-notice';
import { registryApi } from '../registry/registry.api';

const VERBS = [
  ['publish', 'Publish releases'],
  ['promote', 'Promote and roll back'],
  ['view', 'See what is not live'],
] as const;

const EMPTY = { name: '', verbs: ['publish'] as string[], parts: '', days: '90' };

type Values = typeof EMPTY;
type Problems = Partial<Record<keyof Values, string>>;

const listed = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

function problemsOf({ name, verbs, parts, days }: Values): Problems {
  return {
    ...(name.trim() === '' && { name: 'Give it a name' }),
    ...(verbs.length === 0 && { verbs: 'Choose what it may do' }),
    ...(listed(parts).length === 0 && { parts: 'Name at least one part' }),
    ...(!(Number(days) >= 1 && Number(days) <= 366) && { days: 'A day to a year' }),
  };
}

/** Makes a token of a team or a machine. Its secret is shown this once. */
export function NewToken() {
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [create, { data: made, error, isLoading }] = registryApi.useConsoleCreateTokenMutation();
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });

  async function submit() {
    const wrong = problemsOf(values);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || isLoading) return;
    const { name, verbs, parts, days } = values;
    const request: TokenRequest = { name: name.trim(), verbs, parts: listed(parts), expiresInDays: Number(days) };
    if (!(await create(request)).error) setValues(EMPTY);
  }

  return (
    <Box as="section" aria-labelledby="new-token">
      <Heading as="h2" id="new-token" size="xl" mb="4">
        A new token
      </Heading>
      <Box role="status" maxW="3xl" mb={made ? '4' : '0'}>
        {made && <SecretNotice title={`${made.token.name} is made. Its secret is shown this once:`} secret={made.secret} />}
      </Box>
      {error && <FailureNotice failure={error} title="It is refused" />}
      <chakra.form
        aria-label="A new token"
        noValidate
        maxW="xl"
        display="flex"
        flexDirection="column"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
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
          <Input value={values.parts} autoCapitalize="off" spellCheck={false} onChange={({ target }) => change({ parts: target.value })} />
        </Field>
        <Field label="Days until it expires" error={problems.days}>
          <Input inputMode="numeric" maxW="32" value={values.days} onChange={({ target }) => change({ days: target.value })} />
        </Field>
        <Button type="submit" alignSelf="flex-start" aria-disabled={isLoading}>
          Make the token
        </Button>
      </chakra.form>
    </Box>
  );
}
