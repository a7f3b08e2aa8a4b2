import { useState } from 'react';
import type { WebhookRequest } from '@site/release-model/registry-requests';
import { Box, Button, chakra, Heading } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { EVERY } from '../display/names';
import { NamesChoice } from '../display/names-choice';
import { SecretNotice } from '../display/secret-notice';
import { registryApi } from '../registry/registry.api';
import { webhooksApi } from '../registry/webhooks.api';
import { EventsChoice } from './events-choice';

const EMPTY = { name: '', url: '', events: [EVERY], environments: [EVERY], reason: '' };

type Values = typeof EMPTY;
type Problems = Partial<Record<keyof Values, string>>;

const problemsOf = ({ name, url, events, environments }: Values): Problems => ({
  ...(name.trim() === '' && { name: 'Give it a name' }),
  ...(!URL.canParse(url.trim()) && { url: 'Write an address, such as https://chat.example/hook' }),
  ...(events.length === 0 && { events: 'Choose what it is told' }),
  ...(environments.length === 0 && { environments: 'Choose at least one' }),
});

/** Tells an address what happens. Its secret is shown this once. */
export function NewWebhook() {
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const { data: environments = [] } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const [add, { data: added, error, isLoading }] = webhooksApi.useConsoleAddWebhookMutation();
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });

  async function submit() {
    const wrong = problemsOf(values);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || isLoading) return;
    if (!(await add(requestOf(values))).error) setValues(EMPTY);
  }

  return (
    <Box as="section" aria-labelledby="new-webhook">
      <Heading as="h2" id="new-webhook" size="xl" mb="4">
        A new webhook
      </Heading>
      <Box role="status" maxW="3xl" mb={added ? '4' : '0'}>
        {added && (
          <SecretNotice
            title={`${added.webhook.name} is added. Its receiver verifies with this secret, which is shown this once:`}
            secret={added.secret}
          />
        )}
      </Box>
      {error && <FailureNotice failure={error} title="It is refused" />}
      <chakra.form
        aria-label="A new webhook"
        noValidate
        maxW="2xl"
        display="flex"
        flexDirection="column"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label="Name" help="Such as chat." error={problems.name}>
          <Input value={values.name} maxLength={40} autoComplete="off" onChange={({ target }) => change({ name: target.value })} />
        </Field>
        <Field label="Address" help="Public, and by https, unless the operator has allowed its host." error={problems.url}>
          <Input type="url" value={values.url} autoComplete="off" onChange={({ target }) => change({ url: target.value })} />
        </Field>
        <EventsChoice value={values.events} onChange={(events) => change({ events })} error={problems.events} />
        <NamesChoice
          legend="Of which environments"
          all="All that you manage"
          names={environments.map(({ name }) => name)}
          value={values.environments}
          onChange={(chosen) => change({ environments: chosen })}
          error={problems.environments}
        />
        <Field label="Reason" optional>
          <Input value={values.reason} maxLength={500} onChange={({ target }) => change({ reason: target.value })} />
        </Field>
        <Button type="submit" alignSelf="flex-start" aria-disabled={isLoading}>
          Add the webhook
        </Button>
      </chakra.form>
    </Box>
  );
}

/** Where all are meant, the registry takes those that the person manages. */
const requestOf = ({ name, url, events, environments, reason }: Values): WebhookRequest => ({
  ...{ name: name.trim(), url: url.trim(), events },
  ...(!environments.includes(EVERY) && { environments }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
});
