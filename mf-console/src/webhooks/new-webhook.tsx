import type { WebhookRequest } from '@site/release-model/registry-requests';
import { Field, Input } from '@site/ui/form';
import { EVERY } from '../display/names';
import { SecretNotice } from '../display/secret-notice';
import { NamesChoice } from '../editing/names-choice';
import { NewItem, type Problems } from '../editing/new-item';
import { registryApi } from '../registry/registry.api';
import { webhooksApi } from '../registry/webhooks.api';
import { EventsChoice } from './events-choice';

const EMPTY = { name: '', url: '', events: [EVERY], environments: [EVERY], reason: '' };

type Values = typeof EMPTY;

const problemsOf = ({ name, url, events, environments }: Values): Problems<Values> => ({
  ...(name.trim() === '' && { name: 'Give it a name' }),
  ...(!URL.canParse(url.trim()) && { url: 'Write an address, such as https://chat.example/hook' }),
  ...(events.length === 0 && { events: 'Choose what it is told' }),
  ...(environments.length === 0 && { environments: 'Choose at least one' }),
});

/** Tells an address what happens. Its secret is shown this once. */
export function NewWebhook() {
  const { data: environments = [] } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const [add] = webhooksApi.useConsoleAddWebhookMutation();
  return (
    <NewItem
      title="A new webhook"
      doIt="Add the webhook"
      empty={EMPTY}
      problemsOf={problemsOf}
      make={(values) => add(requestOf(values))}
      keeps
      made={({ webhook, secret }) => (
        <SecretNotice
          title={`${webhook.name} is added. Its receiver verifies with this secret, which is shown this once:`}
          secret={secret}
        />
      )}
    >
      {({ values, problems, change }) => (
        <>
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
        </>
      )}
    </NewItem>
  );
}

/** Where all are meant, the registry takes those that the person manages. */
const requestOf = ({ name, url, events, environments, reason }: Values): WebhookRequest => ({
  ...{ name: name.trim(), url: url.trim(), events },
  ...(!environments.includes(EVERY) && { environments }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
});
