import { useState } from 'react';
import { Box, Button, chakra, Heading, Notice } from '@site/ui';
import { Field, Input, Select } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { environmentsApi } from '../registry/environments.api';

const EMPTY = { name: '', copies: '', reason: '' };

/** Makes an environment, with the stable releases of another one or with nothing. */
export function NewEnvironment({ environments }: { environments: string[] }) {
  const [values, setValues] = useState(EMPTY);
  const [problem, setProblem] = useState<string | undefined>();
  const [create, { data: made, error, isLoading }] = environmentsApi.useConsoleCreateEnvironmentMutation();
  const change = (changed: Partial<typeof EMPTY>) => setValues({ ...values, ...changed });

  async function submit() {
    const [name, reason] = [values.name.trim(), values.reason.trim()];
    setProblem(name === '' ? 'Give it a name' : undefined);
    if (name === '' || isLoading) return;
    const { error: failure } = await create({
      name,
      ...(values.copies !== '' && { copies: values.copies }),
      ...(reason !== '' && { reason }),
    });
    if (!failure) setValues(EMPTY);
  }

  return (
    <Box as="section" aria-labelledby="new-environment">
      <Heading as="h2" id="new-environment" size="xl" mb="4">
        A new environment
      </Heading>
      <Box role="status" maxW="3xl" mb={made ? '4' : '0'}>
        {made && <Notice status="success" title={`${made.name} is made`} />}
      </Box>
      {error && <FailureNotice failure={error} title="It is refused" />}
      <chakra.form
        aria-label="A new environment"
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
        <Field label="Name" help="Such as staging." error={problem}>
          <Input value={values.name} maxLength={40} autoCapitalize="off" onChange={({ target }) => change({ name: target.value })} />
        </Field>
        <Field label="It begins with">
          <Select value={values.copies} onChange={({ target }) => change({ copies: target.value })}>
            <option value="">nothing</option>
            {environments.map((name) => (
              <option key={name} value={name}>{`what is stable in ${name}`}</option>
            ))}
          </Select>
        </Field>
        <Field label="Reason" optional>
          <Input value={values.reason} maxLength={500} onChange={({ target }) => change({ reason: target.value })} />
        </Field>
        <Button type="submit" alignSelf="flex-start" aria-disabled={isLoading}>
          Make the environment
        </Button>
      </chakra.form>
    </Box>
  );
}
