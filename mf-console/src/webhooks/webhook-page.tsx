import { useParams } from '@site/router';
import type { Whoami } from '@site/release-model/registry-answers';
import type { Webhook } from '@site/release-model/webhook-answers';
import { Box, Heading, Notice, Stack, Text } from '@site/ui';
import { Answered } from '../display/answered';
import { Code } from '../display/code';
import { Moment } from '../display/moment';
import { namesText } from '../display/names';
import { ConsolePage } from '../frame/console-page';
import { webhooksApi } from '../registry/webhooks.api';
import { Deliveries } from './deliveries';
import { WebhookActions } from './webhook-actions';

export default function WebhookPage() {
  const { name = '' } = useParams();
  return (
    <ConsolePage title={name} hasEnvironment={false}>
      {(person) => <WebhookView key={name} name={name} person={person} />}
    </ConsolePage>
  );
}

function WebhookView({ name, person }: { name: string; person: Whoami }) {
  const mayManage = person.verbs.includes('admin');
  const webhook = webhooksApi.useConsoleWebhookQuery(name, { skip: !mayManage });
  if (!mayManage) return <Notice title="You do not manage webhooks">Who manages tokens of all parts does.</Notice>;
  return (
    <Answered answer={webhook} what={`the webhook ${name}`}>
      {(shown) => (
        <Stack gap={{ base: '8', md: '10' }}>
          <Facts webhook={shown} />
          <WebhookActions webhook={shown} />
          <Box as="section" aria-labelledby="deliveries">
            <Heading as="h2" id="deliveries" size="xl" mb="4">
              What it was told
            </Heading>
            <Deliveries webhook={shown} />
          </Box>
        </Stack>
      )}
    </Answered>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, events, environments, createdBy, createdAt, lastDeliveredAt, disabled, previousSecretUntil } = webhook;
  return (
    <Stack gap="3" maxW="3xl">
      <Box role="status">
        {disabled && (
          <Notice status="warning" title="Nothing is delivered">
            {disabled.reason} <Moment at={disabled.at} />
          </Notice>
        )}
      </Box>
      <Text overflowWrap="anywhere">
        <Code>{url}</Code>
      </Text>
      <Text color="fg.muted">
        {`It is told ${namesText(events, 'everything')}, of ${namesText(environments, 'all environments')}. Added by ${createdBy} `}
        <Moment at={createdAt} />
        {'. '}
        {lastDeliveredAt === null ? (
          'It has taken nothing yet.'
        ) : (
          <>
            {'It last took something '}
            <Moment at={lastDeliveredAt} />.
          </>
        )}
      </Text>
      {previousSecretUntil !== null && (
        <Text color="fg.muted">
          {'Messages are signed with the secret before as well; that ends '}
          <Moment at={previousSecretUntil} />.
        </Text>
      )}
    </Stack>
  );
}
