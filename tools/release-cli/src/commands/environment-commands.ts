/** Environments, and the rules by which what is live in them may be changed. */
import { describeFreeze, FREEZE_EXAMPLES, parseFreeze } from '@site/release-model/freeze-text';
import { describeGuard, type Guard, guardSchema } from '@site/release-model/guard';
import type { VersionedRules } from '@site/release-model/registry-answers';
import { type Freeze, guardOf, type Rules, rulesSchema } from '@site/release-model/rules';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommonOptions, type ConnectionOptions, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { freezeOf } from '../freezes';
import { common, connected, recorded } from '../options';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { confirm, say, table } from '../terminal';

export function register(program: Command): void {
  const environment = program.command('environment').description('make, list and remove environments, and set their rules');
  connected(environment.command('list')).description('list environments').action(listEnvironmentsCommand);
  recorded(connected(environment.command('create').argument('<name>')))
    .description('make an environment')
    .option('--copies <environment>', 'begin with what is stable there')
    .action(createEnvironmentCommand);
  recorded(connected(environment.command('remove').argument('<name>')))
    .description('remove an environment in which nothing was ever live')
    .action(removeEnvironmentCommand);
  recorded(connected(environment.command('rules').argument('[name]', 'which one', 'production')))
    .description('show the rules of an environment, or change them')
    .option('--approvals <number>', 'how many others must approve a change', upTo5)
    .option('--freeze <window>', `when nothing new becomes live, ${SUCH_AS}`)
    .option('--unfreeze <freeze>', 'take this one away: its number, or its text', namedFreeze)
    .option('--require-reason', 'people say why they change what is live')
    .option('--no-require-reason', 'they need not')
    .option('--local-previews', 'previews may show parts from the machine of whoever looks at them')
    .option('--no-local-previews', 'they may not')
    .addOption(
      new Option('--rehearsal <rule>', 'whether a promotion shows or needs a rehearsal').choices(
        rulesSchema.shape.rehearsal.def.innerType.options,
      ),
    )
    .option(
      '--guard <bounds>',
      'of plans that do not say it: documents from which on it looks, and false alarms, such as 500:1%; or none, default',
      guard,
    )
    .action(rulesCommand);
  recorded(common(program.command('freeze').argument('<window>', SUCH_AS)))
    .description('keep new releases from becoming live, at a time')
    .action(freezeCommand);
  recorded(common(program.command('unfreeze').argument('<freeze>', 'its number or its text, as environment rules shows them', namedFreeze)))
    .description('take a freeze away')
    .action(unfreezeCommand);
}

const SUCH_AS = "such as 'fri 16:00 - mon 08:00 Europe/Berlin: weekend'";

function upTo5(text: string): number {
  if (!/^[0-5]$/.test(text)) throw new InvalidArgumentError('It is not a number from 0 to 5.');
  return Number(text);
}

/** By its number, counted from 1 as freezes are shown, or by what it says. */
type NamedFreeze = number | Freeze;

function namedFreeze(text: string): NamedFreeze {
  const named = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : parseFreeze(text);
  if (named === null) throw new InvalidArgumentError(`It is no number of a freeze, and no freeze such as ${FREEZE_EXAMPLES}.`);
  return named;
}

/** What an option says of the guard: null for plans without one by default, undefined for what nobody has set. */
interface GuardRule {
  guard: Guard | null | undefined;
}

function guard(text: string): GuardRule {
  if (text === 'none') return { guard: null };
  if (text === 'default') return { guard: undefined };
  const [, documents, percentage] = /^(\d{1,7}):(\d{1,2}(?:\.\d{1,4})?)%$/.exec(text) ?? [];
  const parsed = guardSchema.safeParse({ minimumDocuments: Number(documents), errorRate: Number(percentage) / 100 });
  if (!parsed.success)
    throw new InvalidArgumentError('It is not like 500:1%, with up to 1000000 documents and up to 10%, none or default.');
  return { guard: parsed.data };
}

async function listEnvironmentsCommand(options: ConnectionOptions): Promise<void> {
  const environments = await createRegistryClient({ ...options, token: await tokenFor('view', options) }).environments();
  if (options.json) return say(JSON.stringify({ environments }));
  const rows = environments.map(({ name, revision, lock, rules: { rules } }) => [
    name,
    String(revision),
    String(rules.approvals),
    String(rules.freezes.length),
    lock ? `by ${lock.by}: ${lock.reason}` : '-',
  ]);
  say(table(['name', 'revision', 'approvals', 'freezes', 'locked'], rows));
}

async function createEnvironmentCommand(
  name: string,
  { copies, reason, ...options }: ConnectionOptions & { copies?: string; reason?: string },
): Promise<void> {
  const environment = await (await adminOf(options)).createEnvironment({ name, copies, reason });
  if (options.json) return say(JSON.stringify(environment));
  const start = environment.revision === 0 ? 'Nothing is live there yet.' : `What is stable in ${copies} is live there, as revision 1.`;
  say(`The environment ${name} is made. ${start}`);
}

async function removeEnvironmentCommand(name: string, { reason, ...options }: ConnectionOptions & { reason?: string }): Promise<void> {
  const client = await adminOf(options);
  if (!(await confirm(`Remove the environment ${name}?`, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  await client.removeEnvironment(name, reason);
  say(options.json ? JSON.stringify({ removed: name }) : `The environment ${name} is removed.`);
}

export interface RulesOptions extends CommonOptions {
  approvals?: number;
  freeze?: string;
  /** Which freeze goes. */
  unfreeze?: NamedFreeze;
  requireReason?: boolean;
  localPreviews?: boolean;
  rehearsal?: Rules['rehearsal'];
  guard?: GuardRule;
  reason?: string;
}

/** Shows the rules of an environment, or changes what the options name. */
function rulesCommand(environment: string, options: RulesOptions): Promise<void> {
  return changeRules({ ...options, environment });
}

const freezeCommand = (freeze: string, options: CommonOptions & { reason?: string }): Promise<void> => changeRules({ ...options, freeze });

const unfreezeCommand = (unfreeze: NamedFreeze, options: CommonOptions & { reason?: string }): Promise<void> =>
  changeRules({ ...options, unfreeze });

async function changeRules(options: RulesOptions): Promise<void> {
  const { approvals, freeze, unfreeze, requireReason, localPreviews, rehearsal, guard: guarding } = options;
  const isChange = [approvals, freeze, unfreeze, requireReason, localPreviews, rehearsal, guarding].some((option) => option !== undefined);
  const added = freeze === undefined ? [] : [freezeOf(freeze)];
  const client: RegistryClient = createRegistryClient({ ...options, token: await tokenFor(isChange ? 'admin' : 'view', options) });
  const before = await client.rules();
  if (!isChange) return show(before, options);
  const removed = unfreeze === undefined ? null : freezeAmong(before.rules.freezes, unfreeze, options);
  if (removed) await assertWanted(removed, options);
  const after: Rules = {
    approvals: approvals ?? before.rules.approvals,
    freezes: [...before.rules.freezes.filter((one) => one !== removed), ...added],
    requireReason: requireReason ?? before.rules.requireReason,
    localPreviews: localPreviews ?? before.rules.localPreviews,
    rehearsal: rehearsal ?? before.rules.rehearsal,
    guard: (guarding ?? before.rules).guard,
  };
  show(await client.setRules({ version: before.version, rules: after }, options.reason), options, removed);
}

function freezeAmong(freezes: Rules['freezes'], named: NamedFreeze, { environment }: CommonOptions): Freeze {
  const text = typeof named === 'number' ? null : describeFreeze(named);
  const found = typeof named === 'number' ? freezes[named - 1] : freezes.find((freeze) => describeFreeze(freeze) === text);
  if (found) return found;
  throw new Failure(text === null ? `There is no freeze ${named}.` : `There is no freeze '${text}' in ${environment}.`, EXIT.notFound);
}

/** A number may mean another freeze than the one that was read under it. @throws Failure where a person does not want it to go. */
async function assertWanted(removed: Freeze, { environment, yes }: CommonOptions): Promise<void> {
  if (!(await confirm(`Take this freeze of ${environment} away: ${describeFreeze(removed)}`, yes === true)))
    throw new Failure('Nothing was changed.', EXIT.declined);
}

/** @param unfrozen The freeze that was taken away. */
function show(versioned: VersionedRules, { json, environment }: CommonOptions, unfrozen: Freeze | null = null): void {
  if (json) return say(JSON.stringify({ ...versioned, ...(unfrozen && { unfrozen }) }));
  if (unfrozen) say(`Taken away: ${describeFreeze(unfrozen)}`);
  const { approvals, freezes, requireReason, localPreviews, rehearsal } = versioned.rules;
  say(`Rules of ${environment}, version ${versioned.version}:`);
  say(`approvals: ${approvals}`);
  say(`a reason: ${requireReason ? 'required' : 'not required'}`);
  say(`a rehearsal: ${rehearsal === 'none' ? 'not asked for' : rehearsal}`);
  say(`guard of plans: ${describeGuard(guardOf(versioned.rules))}`);
  say(freezes.length === 0 ? 'freezes: none' : 'freezes:');
  for (const [index, freeze] of freezes.entries()) say(`  ${index + 1}. ${describeFreeze(freeze)}`);
  say(`local previews: ${localPreviews === undefined ? 'allowed in development mode only' : localPreviews ? 'allowed' : 'not allowed'}`);
}

const adminOf = async (options: ConnectionOptions) => createRegistryClient({ ...options, token: await tokenFor('admin', options) });
