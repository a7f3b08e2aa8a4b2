import { useState } from 'react';
import { Button, Notice } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { Form } from '../editing/form';
import { issuesOf, messageOf } from '../registry/failure';
import { registryApi } from '../registry/registry.api';

/** Asks for the name that stands beside what somebody does here, before they do anything. */
export function HandleForm() {
  const [choose, { isLoading }] = registryApi.useConsoleChooseHandleMutation();
  const [handle, setHandle] = useState('');
  const [refusal, setRefusal] = useState<{ reason: string } | null>(null);

  async function submit() {
    if (isLoading) return;
    const name = handle.trim();
    if (name === '') return setRefusal({ reason: 'Choose a name' });
    const { error } = await choose(name);
    setRefusal(error ? { reason: issuesOf(error)[0]?.value ?? messageOf(error) } : null);
  }

  return (
    <Notice mb="8" title="Choose the name that stands beside what you do">
      <Form maxW="md" mt="2" gap="2" problems={refusal} onSubmit={() => void submit()}>
        <Field
          label="Your name here"
          help="Up to 40 letters, digits, dots and dashes. Everybody can read it in the history, and it stays so: no address."
          error={refusal?.reason}
        >
          <Input value={handle} maxLength={40} autoComplete="nickname" onChange={({ target }) => setHandle(target.value)} />
        </Field>
        <Button type="submit" size="sm" alignSelf="flex-start" aria-disabled={isLoading}>
          Take this name
        </Button>
      </Form>
    </Notice>
  );
}
