/** Webhooks: others are told what happens. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery, DetailedDelivery, Webhook } from '@site/release-model/webhook-answers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ConnectionOptions, pasteable, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { connected, positiveInteger, recorded } from '../options';
import { createRegistryClient } from '../registry-client';
import { ago, confirm, localTime, say, table } from '../terminal';

const NAME = 'of the webhook';

export function register(program: Command): void {
  const webhook = program.command('webhook').description('tell others what happens: add, list, try and remove webhooks');
  const one = (name: string) => connected(webhook.command(name).argument('<name>', NAME));
  recorded(connected(webhook.command('add').argument('<name>', 'what it is called from then on').argument('<url>', 'an https address')))
    .description('tell an address what happens, and show the secret this once')
    .option('--events <kinds>', 'such as release.published,plan.*; by default everything', list)
    .option('--environment <names>', 'only there; by default wherever your own token is valid', environments)
    .action(addCommand);
  connected(webhook.command('list')).description('list webhooks, never their secrets').action(listCommand);
  one('show').description('show one webhook').action(showCommand);
  recorded(one('remove')).description('tell it nothing any more, and forget what it was told').action(removeCommand);
  one('disable')
    .description('deliver nothing until it is enabled, and give up what waits')
    .requiredOption('--reason <text>', 'why, for the record')
    .action(disableCommand);
  recorded(one('enable')).description('deliver again to one that was disabled').action(enableCommand);
  recorded(one('rotate'))
    .description('make another secret, and show it this once')
    .addOption(
      new Option('--overlap <time>', 'sign with the old one as well for so long, such as 0h, 12h or 7d')
        .argParser(overlap)
        .default(24, '24h'),
    )
    .action(rotateCommand);
  trying(one('test')).description('send it a message of its own, and say what it answered').action(testCommand);
  connected(webhook.command('deliveries').argument('<name>', NAME).argument('[id]', 'of one, with its attempts'))
    .description('list what it was told, or show one with its attempts')
    .option('--limit <number>', 'how many', positiveInteger, 20)
    .action(deliveriesCommand);
  recorded(trying(connected(webhook.command('redeliver').argument('<name>', NAME).argument('<id>', 'as deliveries lists it'))))
    .description('send a message once more')
    .action(redeliverCommand);
}

/** Longer than a receiver may take to answer, in seconds. */
const TRIED_WITHIN_S = 20;

/** One that ends when an attempt was made. */
const trying = (command: Command): Command =>
  command.option('--timeout <seconds>', 'how long to wait for the attempt', positiveInteger, TRIED_WITHIN_S);

interface TryOptions extends ConnectionOptions {
  /** Seconds. */
  timeout: number;
}

interface AddOptions extends ConnectionOptions {
  events?: string[];
  environment?: string[];
  reason?: string;
}

async function addCommand(name: string, url: string, { events, environment, reason, ...options }: AddOptions): Promise<void> {
  const added = await (await clientOf(options)).addWebhook({ name, url, events, environments: environment, reason });
  showSecret(added, options);
  if (!options.json) say(`Try it: ${pasteable(`webhook test ${name}`, options)}`);
}

async function listCommand(options: ConnectionOptions): Promise<void> {
  const webhooks = await (await clientOf(options)).webhooks();
  if (options.json) return say(JSON.stringify({ webhooks }));
  if (webhooks.length === 0) return say('There is no webhook yet.');
  const rows = webhooks.map((webhook) => [
    webhook.name,
    webhook.disabled ? `disabled: ${webhook.disabled.reason}` : '',
    new URL(webhook.url).host,
    webhook.events.join(' '),
    named(webhook.environments),
    webhook.lastDeliveredAt === null ? '-' : ago(webhook.lastDeliveredAt),
  ]);
  say(table(['name', 'state', 'host', 'events', 'environments', 'last delivered'], rows));
}

async function showCommand(name: string, options: ConnectionOptions): Promise<void> {
  show(await (await clientOf(options)).webhook(name), options);
}

async function removeCommand(name: string, { reason, ...options }: ConnectionOptions & { reason?: string }): Promise<void> {
  const client = await clientOf(options);
  const webhook = await client.webhook(name);
  if (!(await confirm(`${describe(webhook)}\nRemove it, with what is still to be delivered?`, options.yes === true)))
    throw new Failure('Nothing was changed.', EXIT.declined);
  await client.removeWebhook(name, reason);
  say(options.json ? JSON.stringify(webhook) : `${name} is removed.`);
}

async function disableCommand(name: string, { reason, ...options }: ConnectionOptions & { reason: string }): Promise<void> {
  show(await (await clientOf(options)).disableWebhook(name, reason), options);
}

async function enableCommand(name: string, { reason, ...options }: ConnectionOptions & { reason?: string }): Promise<void> {
  show(await (await clientOf(options)).enableWebhook(name, reason), options);
}

interface RotateOptions extends ConnectionOptions {
  /** Hours. */
  overlap: number;
  reason?: string;
}

async function rotateCommand(name: string, { overlap: overlapHours, reason, ...options }: RotateOptions): Promise<void> {
  showSecret(await (await clientOf(options)).rotateWebhook(name, { overlapHours, reason }), options);
}

async function testCommand(name: string, options: TryOptions): Promise<void> {
  const client = await clientOf(options);
  const { id } = await client.testWebhook(name);
  showAttempt(await untilTried(() => client.delivery(name, id), options), options);
}

async function deliveriesCommand(name: string, id: string | undefined, options: ConnectionOptions & { limit: number }): Promise<void> {
  const client = await clientOf(options);
  if (id !== undefined) return showDelivery(await client.delivery(name, id), options);
  const deliveries = await client.deliveries(name, Math.min(options.limit, MOST_DELIVERIES));
  if (options.json) return say(JSON.stringify({ deliveries }));
  if (deliveries.length === 0) return say(`${name} was told nothing in the last 30 days.`);
  const rows = deliveries.map((delivery) => [
    delivery.id,
    delivery.kind,
    describeState(delivery),
    String(delivery.attempts),
    ago(delivery.createdAt),
  ]);
  say(table(['id', 'event', 'state', 'attempts', 'when'], rows));
}

async function redeliverCommand(name: string, id: string, { reason, ...options }: TryOptions & { reason?: string }): Promise<void> {
  const client = await clientOf(options);
  await client.redeliver(name, id, reason);
  showAttempt(await untilTried(() => client.delivery(name, id), options), options);
}

/** The registry gives 200 at once. */
const MOST_DELIVERIES = 200;
const POLL_MS = 50;

const clientOf = async (options: ConnectionOptions) => createRegistryClient({ ...options, token: await tokenFor('admin', options) });

/** @returns The delivery after the first attempt of its round, or as it is when nobody has made one for long. */
async function untilTried(read: () => Promise<DetailedDelivery>, { timeout }: TryOptions): Promise<DetailedDelivery> {
  const deadline = Date.now() + timeout * 1000;
  for (;;) {
    const delivery = await read();
    if (delivery.attempts > 0 || Date.now() >= deadline) return delivery;
    await delay(POLL_MS);
  }
}

/** @throws Failure unless the receiver took it. */
function showAttempt(delivery: DetailedDelivery, options: ConnectionOptions): void {
  const last = delivery.log.at(-1);
  const answered = last ? describeAttempt(last) : 'No attempt was made yet.';
  if (delivery.state !== 'delivered')
    throw new Failure(`${delivery.id} was not delivered. ${answered}`, EXIT.pending, 'not-delivered', { delivery });
  say(options.json ? JSON.stringify(delivery) : `${delivery.id} was delivered. ${answered}`);
}

function showDelivery(delivery: DetailedDelivery, options: ConnectionOptions): void {
  if (options.json) return say(JSON.stringify(delivery));
  say(`${delivery.id}: ${delivery.kind}, ${describeState(delivery)}`);
  say(delivery.payload);
  for (const attempt of delivery.log) say(`${ago(attempt.at)}: ${describeAttempt(attempt)}`);
}

const describeState = ({ state, nextAttemptAt }: Delivery): string =>
  state === 'pending' && nextAttemptAt !== null ? `pending, next attempt ${localTime(nextAttemptAt)}` : state;

function describeAttempt({ status, error, durationMs, answer }: DetailedDelivery['log'][number]): string {
  if (status === null) return `No answer: ${error}, after ${durationMs} ms.`;
  return `Answered ${status} in ${durationMs} ms${answer ? `: ${answer.split('\n')[0]}` : ''}.`;
}

function showSecret({ webhook, secret }: { webhook: Webhook; secret: string }, options: ConnectionOptions): void {
  if (options.json) return say(JSON.stringify({ webhook, secret }));
  say(secret);
  say(`\nIt is shown this once: the receiver verifies signatures with it. ${describe(webhook)}`);
  if (webhook.previousSecretUntil !== null)
    say(`Messages are signed with the old one as well until ${localTime(webhook.previousSecretUntil)}.`);
}

function show(webhook: Webhook, options: ConnectionOptions): void {
  if (options.json) return say(JSON.stringify(webhook));
  say(`${describe(webhook)}\n${webhook.url}`);
  if (webhook.disabled) say(`Disabled ${ago(webhook.disabled.at)}: ${webhook.disabled.reason}`);
}

/** `chat: plan.*; environments: all; by Grace.` */
const describe = ({ name, events, environments, createdBy }: Webhook): string =>
  `${name}: ${named(events)}; environments: ${named(environments)}; by ${createdBy}.`;

const named = (names: string[]): string => (names.includes('*') ? 'all' : names.join(' '));

const list = (text: string): string[] => text.split(',');
const environments = (text: string): string[] => list(text).map((name) => (name === 'all' ? '*' : name));

/** `12h` or `7d` in hours. */
function overlap(text: string): number {
  const [, count, unit] = /^(\d{1,3})([hd])$/.exec(text) ?? [];
  const total = Number(count) * (unit === 'd' ? 24 : 1);
  if (!(total <= 168)) throw new InvalidArgumentError('It is not a time from 0h to 7d.');
  return total;
}
