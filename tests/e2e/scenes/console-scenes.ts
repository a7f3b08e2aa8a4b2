/** The views of the console in their states, as a release manager sees them on a site on which only its start has made anything live. */
import type { Page } from 'playwright-core';
import { answering, chosen, filled, inTurn, pressed, pressedInDialog, refusal, shown, UNAVAILABLE, writing } from './acts';
import { CARRIED_OUT, DRY_RUN, NO_ANSWER, PLAN_DRY_RUN, REFUSED, TO_BE_APPROVED } from './console-commands';
import { EVERYTHING_LIVE, HISTORY } from './console-live';
import { consoleScene as scene } from './console-scene';
import { withRehearsal } from './console-rehearsal';
import {
  ADOPTION,
  APPROVED,
  AS_ADMIN,
  AS_STRANGER,
  AS_VIEWER,
  ENVIRONMENTS,
  LONG_NAMED_WEBHOOK,
  LONG_NAMES,
  TOKEN,
  WEBHOOK,
  WORK,
} from './console-work';
import type { Answer, Scene } from './scene';

/** Views that are about a list, with the calls that it comes by and the key of what they answer. */
const LISTS: [name: string, view: string, calls: string, key: string, answers?: readonly Answer[]][] = [
  ['overview', '', '**/registry/v1/environments', 'environments'],
  ['promote', 'promote', '**/registry/v1/remotes', 'remotes'],
  ['switches', 'switches', '**/registry/v1/environments', 'environments'],
  ['history', 'history', '**/revisions?*', 'revisions'],
  ['part', 'part/mf-marketing', '**/remotes/mf-marketing/releases?*', 'releases'],
  ['plans', 'plans', '**/environments/*/plans?*', 'plans'],
  ['proposals', 'proposals', '**/proposals?*', 'proposals'],
  ['previews', 'previews', '**/previews?*', 'previews'],
  ['environments', 'environments', '**/registry/v1/environments', 'environments'],
  ['people', 'people', '**/registry/v1/teams', 'teams'],
  ['audit', 'audit', '**/audit?*', 'entries'],
  ['tokens', 'tokens', '**/registry/v1/tokens', 'tokens', [AS_ADMIN]],
  ['webhooks', 'webhooks', '**/registry/v1/webhooks', 'webhooks', [AS_ADMIN]],
  ['webhook', 'webhooks/chat', '**/webhooks/chat/deliveries?*', 'deliveries', WORK],
];

/** Something is always there: the environment that the site itself shows, and its parts. */
const NEVER_EMPTY = new Set(['overview', 'promote', 'switches', 'environments']);

const listScenes = LISTS.flatMap(([name, view, calls, key, answers = []]): Scene[] => [
  scene(name, view, { answers }),
  scene(`${name}-loading`, view, { answers: [...answers, [calls, null]] }),
  scene(`${name}-failed`, view, { answers: [...answers, [calls, 503]], act: shown(UNAVAILABLE) }),
  ...(NEVER_EMPTY.has(name) ? [] : [scene(`${name}-empty`, view, { answers: [...answers, [calls, { [key]: [] }]] })]),
]);

async function rehearsal(page: Page): Promise<void> {
  await withRehearsal(page);
  await page.goto('/console/history');
  await page.getByRole('button', { name: 'Look at rehearsal 7' }).first().click();
  await page.getByRole('slider').waitFor();
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const issued = (number: number, more: object) => ({
  ...{ id: `p${number}`, number, kind: 'preview', subject: 'mf-marketing@1.2.0', parts: ['mf-marketing'], createdBy: 'grace' },
  ...{ createdAt: at(-5), expiresAt: at(160), reason: 'For the review on Friday', revoked: null, ...more },
});
/** Links as several people make them, of which one was revoked. */
export const PREVIEWS: Answer = [
  '**/previews?*',
  {
    previews: [
      issued(3, {}),
      issued(2, { kind: 'replay', subject: 'revision 1', parts: [], createdBy: 'marketing-ci', reason: null, expiresAt: at(7) }),
      issued(1, { subject: 'mf-elevate@1.1.0 shell@1.1.0', revoked: { by: 'grace', at: at(-1), reason: 'Sent to the wrong address' } }),
    ],
  },
];
const LINK = { url: `/?preview=${'eyJhbGciOiJFZERTQSJ9.'.repeat(12)}`, token: 'eyJ', expiresAt: at(168) };

/** The next release of a part is there to be chosen. */
async function chooseNext(page: Page): Promise<void> {
  const choice = page.getByRole('combobox', { name: 'mf-marketing' });
  await choice.evaluate((select: HTMLSelectElement) => select.add(new Option('1.3.0', '1.3.0')));
  await choice.selectOption('1.3.0');
}
const look = pressed('Show what would change');
const promotion = inTurn(chooseNext, look, shown('This would change'));
const byPlan = async (page: Page) => page.getByRole('radio', { name: 'Step by step, by a plan' }).check();
const atTime = async (page: Page) => page.getByRole('radio', { name: 'At a time' }).check();
const toSome = async (page: Page) => page.getByRole('radio', { name: 'For a share of the visitors' }).check();

const promoteScenes = [
  scene('promote-plan', 'promote', { act: inTurn(byPlan, look, shown('Choose at least one release.')) }),
  scene('promote-canary', 'promote', { act: toSome }),
  scene('promote-later', 'promote', { act: inTurn(byPlan, atTime) }),
  scene('promote-held', 'promote', {
    answers: [PLAN_DRY_RUN],
    act: inTurn(byPlan, atTime, filled({ When: '2030-01-01T06:30' }), promotion),
  }),
  scene('promote-shown', 'promote', { answers: [DRY_RUN], act: promotion }),
  scene('promote-refused', 'promote', { answers: [REFUSED], act: inTurn(chooseNext, look, shown('It is refused')) }),
  scene('promote-no-answer', 'promote', { answers: [NO_ANSWER], act: inTurn(chooseNext, look, shown('There was no answer')) }),
  scene('promote-to-be-approved', 'promote', {
    answers: [ENVIRONMENTS, ...TO_BE_APPROVED],
    act: inTurn(promotion, pressed('Propose it'), shown('Say why')),
  }),
  scene('promote-proposed', 'promote', {
    answers: TO_BE_APPROVED,
    act: inTurn(promotion, filled({ Reason: 'The autumn offer' }), pressed('Propose it'), shown('It is proposal 13')),
  }),
  scene('promote-done', 'promote', {
    answers: CARRIED_OUT,
    act: inTurn(promotion, pressed('Make it live'), shown(/^Revision \d+ is live/)),
  }),
  scene('promote-not-allowed', 'promote', { answers: [AS_VIEWER] }),
];

/** The page anew, without the stream of events. */
const OFFLINE: Answer = ['**/environments/production/events', (route) => route.abort()];

const environmentScenes = [
  scene('environments-managed', 'environments', { answers: [AS_ADMIN, ENVIRONMENTS] }),
  scene('environments-refused', 'environments', {
    answers: [AS_ADMIN, ENVIRONMENTS, ['**/environments/production/rules', refusal(409, 'rules-conflict', 'The rules have changed.')]],
    act: inTurn(chosen('Rehearsal', 'required'), pressed('Change the rules'), shown('It is refused')),
  }),
  scene('environments-freeze', 'environments', {
    answers: [AS_ADMIN, ENVIRONMENTS],
    act: async (page) => {
      await page.getByRole('radio', { name: 'Every week' }).check();
      await page.getByRole('button', { name: 'Add the freeze' }).click();
      await page.getByText('Say why').first().waitFor();
    },
  }),
  scene('environments-unknown', 'environments?environment=elsewhere'),
  scene('switches-unknown', 'switches?environment=elsewhere'),
];

const CREATED = { token: TOKEN, secret: `site_${'k7Qd2'.repeat(9)}` };
const TOLD = { webhook: WEBHOOK, secret: `whsec_${'k7Qd2'.repeat(7)}` };

const managedScenes = [
  scene('people-managed', 'people', { answers: WORK }),
  scene('people-ended', 'people?all=', { answers: WORK }),
  scene('people-grant-errors', 'people', { answers: WORK, act: inTurn(pressed('Grant it'), shown('Choose a team')) }),
  scene('people-member-refused', 'people', {
    answers: [...WORK, ['**/teams/*/members/*', refusal(404, 'no-person', 'Nobody has the handle hopper.')]],
    act: inTurn(filled({ 'Add by handle': 'hopper' }), pressed('Add to marketing'), shown('Nobody has the handle')),
  }),
  scene('tokens-not-allowed', 'tokens'),
  scene('tokens-managed', 'tokens', { answers: WORK }),
  scene('tokens-errors', 'tokens', { answers: WORK, act: inTurn(pressed('Make the token'), shown('Give it a name')) }),
  scene('tokens-made', 'tokens', {
    answers: [...WORK, ['**/registry/v1/tokens', writing(CREATED)]],
    act: inTurn(filled({ Name: 'marketing-ci', Parts: 'mf-marketing' }), pressed('Make the token'), shown('shown this once')),
  }),
  scene('webhooks-not-allowed', 'webhooks'),
  scene('webhooks-made', 'webhooks', { answers: WORK }),
  scene('webhooks-errors', 'webhooks', {
    answers: WORK,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Everything' }).uncheck();
      await page.getByRole('button', { name: 'Add the webhook' }).click();
      await page.getByText('Give it a name').first().waitFor();
    },
  }),
  scene('webhooks-added', 'webhooks', {
    answers: [...WORK, ['**/registry/v1/webhooks', writing(TOLD)]],
    act: inTurn(
      filled({ Name: 'chat', Address: 'https://chat.example/hooks/releases' }),
      pressed('Add the webhook'),
      shown('is shown this once'),
    ),
  }),
  scene('webhook-paused', 'webhooks/pager', { answers: WORK }),
  scene('webhook-deliveries', 'webhooks/chat?delivery=msg_1', { answers: WORK }),
  ...['people', 'webhooks', LONG_NAMED_WEBHOOK].map((view) =>
    scene(`${view.split('/').length > 1 ? 'webhook' : view}-of-long-names`, view, { answers: LONG_NAMES }),
  ),
  scene('webhook-unknown', 'webhooks/nothing', { answers: [AS_ADMIN], act: shown(/^You do not see/) }),
];

/** The last approval, which asks first. */
const APPROVE = 'Approve 12 and carry it out';

const workScenes = [
  scene('plans-under-way', 'plans', { answers: WORK }),
  scene('plans-ended', 'plans?all=', { answers: WORK }),
  scene('plans-refused', 'plans', {
    answers: [...WORK, ['**/plans/7/pause', refusal(409, 'plan-over', 'Plan 7 was aborted by the guard meanwhile.')]],
    act: inTurn(pressed('Pause plan 7'), shown('It is refused')),
  }),
  scene('proposals-open', 'proposals', { answers: WORK }),
  scene('proposals-refused', 'proposals', {
    answers: [...WORK, ['**/proposals/12/approve', refusal(403, 'own-proposal', 'Nobody approves what they proposed themselves.')]],
    act: inTurn(pressed(APPROVE), pressedInDialog(APPROVE), shown('It is refused')),
  }),
  scene('proposals-approved', 'proposals', {
    answers: [...CARRIED_OUT, ...APPROVED],
    act: inTurn(pressed(APPROVE), pressedInDialog(APPROVE), shown('carried-out'), shown(/^Revision \d+ is live$/)),
  }),
  scene('overview-at-work', '', { answers: WORK }),
  scene('audit-entries', 'audit', { answers: WORK }),
  scene('switches-locked', 'switches', { answers: [ENVIRONMENTS] }),
  scene('switches-errors', 'switches', { act: inTurn(pressed('Lock production'), shown('Say why')) }),
  scene('switches-view-only', 'switches', { answers: [AS_VIEWER] }),
  scene('part-visited', 'part/mf-marketing', { answers: [['**/adoption?*', ADOPTION]] }),
  scene('part-unknown', 'part/nothing'),
  scene('previews-made', 'previews', { answers: [PREVIEWS] }),
  scene('previews-errors', 'previews', { act: inTurn(pressed('Make the link'), shown('Choose at least one release')) }),
  scene('previews-link', 'previews', {
    answers: [PREVIEWS, ['**/environments/production/previews', writing(LINK)]],
    act: inTurn(
      async (page) => page.getByRole('combobox', { name: 'mf-marketing' }).selectOption({ index: 1 }),
      pressed('Make the link'),
      shown('The link is made'),
    ),
  }),
  scene('overview-differing', '', { answers: [...WORK, ...EVERYTHING_LIVE] }),
  scene('switches-off', 'switches', { answers: EVERYTHING_LIVE }),
  scene('history-long', 'history', { answers: HISTORY }),
  scene('history-compared', 'history?compare=7', { answers: HISTORY }),
  scene('history-compared-two', 'history?compare=4,7', { answers: HISTORY }),
];

const frameScenes: Scene[] = [
  scene('without-name', '', { answers: [AS_STRANGER] }),
  scene('unavailable', '', { answers: [['**/registry/v1/whoami', 503]], act: shown('The console is not available') }),
  scene('overview-offline', '', { answers: [OFFLINE], act: shown('Connection lost, trying again') }),
  scene('plans-outdated', 'plans', {
    answers: [...WORK, ['**/plans/7/pause', {}]],
    act: inTurn(answering(['**/environments/*/plans?*', 503]), pressed('Pause plan 7'), shown('may be outdated')),
  }),
  { name: 'console-for-players', at: '/console', who: 'player' },
];

export const CONSOLE_SCENES: Scene[] = [
  ...listScenes,
  scene('rehearsal', 'history', { act: rehearsal }),
  ...promoteScenes,
  ...workScenes,
  ...environmentScenes,
  ...managedScenes,
  ...frameScenes,
];
