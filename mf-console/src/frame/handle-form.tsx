import { useId, useState } from 'react';
import { Button, chakra, Notice } from '@site/ui';
import { Field, Input, useFocusOnRefusal } from '@site/ui/form';
import { messageOf } from '../registry/failure';
import { registryApi } from '../registry/registry.api';

/** Asks for the name that stands beside what somebody does here, before they do anything. */
export function HandleForm() {
  const id = useId();
  const [choose, { isLoading }] = registryApi.useConsoleChooseHandleMutation();
  const [handle, setHandle] = useState('');
  const [refusal, setRefusal] = useState<{ fieldId: string; reason: string } | null>(null);
  useFocusOnRefusal(refusal);

  async function submit() {
    if (isLoading) return;
    const name = handle.trim();
    if (name === '') return setRefusal({ fieldId: id, reason: 'Choose a name' });
    const { error } = await choose(name);
    setRefusal(error ? { fieldId: id, reason: messageOf(error) } : null);
  }

  return (
    <Notice mb="8" title="Choose the name that stands beside what you do">
      <chakra.form
        noValidate
        maxW="md"
        mt="2"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          id={id}
          label="Your name here"
          help="Everybody can read it in the history, and it stays so: no address."
          error={refusal?.reason}
        >
          <Input value={handle} maxLength={40} autoComplete="nickname" onChange={({ target }) => setHandle(target.value)} />
        </Field>
        <Button type="submit" size="sm" mt="2" aria-disabled={isLoading}>
          Take this name
        </Button>
      </chakra.form>
    </Notice>
  );
}
