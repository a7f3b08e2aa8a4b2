import { describeService, serviceOf } from '@site/release-model/edge-service';
import type { ListedEnvironment } from '@site/release-model/registry-answers';
import { verdict } from '@site/release-model/rules';
import { Badge, Card, Flex, Text, TextLink } from '@site/ui';
import { consoleAddress } from '../addresses';
import { Answered } from '../display/answered';
import { exactTime, Moment } from '../display/moment';
import { TextBadge } from '../display/text-badge';
import { LiveState } from '../frame/live-state';
import { registryApi } from '../registry/registry.api';

/** What is to be known of an environment at a glance: its live revision, which edges serve it, and what holds changes back. */
export function EnvironmentCard({ environment }: { environment: ListedEnvironment }) {
  const { name, lock, rules } = environment;
  const current = registryApi.useConsoleCurrentQuery(name);
  return (
    <Card.Root size="sm" as="section" aria-label={name}>
      <Card.Body gap="2">
        <Flex justify="space-between" align="baseline" gap="3" wrap="wrap">
          <Card.Title as="h2">{name}</Card.Title>
          <Text textStyle="xs" color="fg.muted">
            <LiveState environment={name} />
          </Text>
        </Flex>
        <Answered answer={current} what={`what is live in ${name}`}>
          {(revision) =>
            revision === null ? (
              <Text>Nothing is live yet.</Text>
            ) : (
              <>
                <Text>
                  <TextLink to={consoleAddress('history', name)}>{`Revision ${revision.number}`}</TextLink>
                  {`, ${revision.cause} by ${revision.createdBy}, `}
                  <Moment at={revision.createdAt} />
                </Text>
                {revision.reason !== null && <Text color="fg.muted">{revision.reason}</Text>}
                <EdgesLine environment={name} epoch={revision.epoch} number={revision.number} />
              </>
            )
          }
        </Answered>
        <Flex gap="2" wrap="wrap">
          {lock && <TextBadge colorPalette="warning">{`Locked by ${lock.by}: ${lock.reason}`}</TextBadge>}
          <FreezeBadge rules={rules} />
          {rules.rules.approvals > 0 && <Badge colorPalette="info">{`${rules.rules.approvals} to approve`}</Badge>}
        </Flex>
      </Card.Body>
    </Card.Root>
  );
}

function EdgesLine({ environment, epoch, number }: { environment: string; epoch: number; number: number }) {
  const { data: edges } = registryApi.useConsoleEdgesQuery(environment, { pollingInterval: 10_000 });
  if (!edges) return null;
  const service = serviceOf(edges, { epoch, number });
  const defects = edges.flatMap(({ id, defects: told }) => told.map((defect) => `${id}: ${defect}`));
  const isWell = service.serving.length === service.known.length && defects.length === 0;
  const served = describeService(service).replace(/^./, (first) => first.toUpperCase());
  return (
    <Text textStyle="sm" color={isWell ? 'fg.muted' : 'warning.fg'}>
      {defects.length > 0 ? [served, ...defects].map(closed).join(' ') : served}
    </Text>
  );
}

/** Defects are sentences, most of which have their full stop. */
const closed = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

function FreezeBadge({ rules: { rules } }: Pick<ListedEnvironment, 'rules'>) {
  const now = verdict(rules, { kind: 'promote' }, new Date());
  if (now.kind !== 'frozen') return null;
  const until = now.until === null ? '' : ` until ${exactTime(now.until.toISOString())}`;
  return <TextBadge colorPalette="warning">{`Frozen${until}: ${now.reason}`}</TextBadge>;
}
