/** Every dialog of the release half of the console, as it opens, and with what may be said in it. */
import type { Page } from 'playwright-core';
import { answering, dialogShown, filled, inTurn, pressed, pressedInDialog, refusal, shown, writing } from './acts';
import { CARRIED_OUT, DRY_RUN, JUST_ROLLED_BACK } from './console-commands';
import { EVERYTHING_LIVE, HISTORY } from './console-live';
import { consoleScene } from './console-scene';
import { PREVIEWS } from './console-scenes';
import { AS_ADMIN, ENVIRONMENTS, LONG_NAMED_WEBHOOK, LONG_NAMES, OVERTAKEN, WEBHOOK, WORK } from './console-work';
import type { Act, Answer, Scene } from './scene';

const scene = (name: string, view: string, { act, ...more }: Partial<Scene> & { act: Act }): Scene =>
  consoleScene(`dialog-${name}`, view, { ...more, act: inTurn(act, dialogShown), windowOnly: true });

const EVENTS = '**/environments/production/events';

/** When the connection is back, what was missed is asked for. */
async function comeBack(page: Page): Promise<void> {
  await page.unroute(EVENTS);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

const rollback = inTurn(pressed('Roll back'), shown('This would change'));
const switchOff = inTurn(
  pressed('Switch off mf-elevate'),
  filled({ 'What visitors read in its place': 'Back at noon.' }),
  pressedInDialog('Show what would change'),
  shown('This would change'),
);
/** Tried by who has lost the right meanwhile. */
const NOT_ALLOWED = refusal(403, 'not-allowed', 'grace is not granted to do this in production any more.');
const NOTE = { Reason: 'Sent to the wrong address' };

const ROTATED: Answer = ['**/webhooks/chat/rotate', { webhook: WEBHOOK, secret: `whsec_${'k7Qd2'.repeat(7)}` }];
const GUARD_CHANGED: Answer = ['**/environments/production/rules', refusal(409, 'rules-conflict', 'Somebody else has changed the rules.')];

export const CONSOLE_DIALOGS: Scene[] = [
  scene('rollback', '', { act: inTurn(pressed('Roll back'), shown(/It is refused|This would change/)) }),
  scene('rollback-shown', '', { answers: [DRY_RUN], act: rollback }),
  scene('rollback-again', '', { answers: [JUST_ROLLED_BACK], act: inTurn(pressed('Roll back'), shown('See what is further back')) }),
  scene('rollback-to', 'history', {
    answers: [...HISTORY, DRY_RUN],
    act: inTurn(pressed('Roll back to 4'), shown('This would change')),
  }),
  scene('rollback-done', '', {
    answers: CARRIED_OUT,
    act: inTurn(rollback, pressedInDialog('Roll back now'), shown(/^Revision \d+ is live/)),
  }),
  scene('rollback-no-answer', '', {
    answers: [DRY_RUN, ['**/environments/*/commands', 503]],
    act: inTurn(rollback, pressedInDialog('Roll back now'), shown('It is not known whether this was done')),
  }),
  scene('stale', '', {
    answers: [DRY_RUN, [EVENTS, (route) => route.abort()]],
    act: inTurn(shown('Connection lost, trying again'), rollback, answering(OVERTAKEN), comeBack, shown(/came between/)),
  }),
  scene('switch-off', 'switches', { act: pressed('Switch off mf-elevate') }),
  scene('switch-on', 'switches', {
    answers: [...EVERYTHING_LIVE, DRY_RUN],
    act: inTurn(pressed('Switch on mf-elevate'), shown('This would change')),
  }),
  scene('switch-off-errors', 'switches', {
    act: inTurn(pressed('Switch off mf-elevate'), pressedInDialog('Show what would change'), shown('Say what visitors read')),
  }),
  scene('typed', 'switches', {
    answers: [DRY_RUN],
    act: inTurn(switchOff, pressedInDialog('Switch off mf-elevate'), shown(/^Write mf-elevate$/)),
  }),
  scene('abort', 'plans', { answers: WORK, act: pressed('Abort plan 7') }),
  scene('abort-refused', 'plans', {
    answers: [...WORK, ['**/plans/7/abort', NOT_ALLOWED]],
    act: inTurn(pressed('Abort plan 7'), pressedInDialog('Abort plan 7'), shown('It is refused')),
  }),
  scene('revoke-preview', 'previews', { answers: [PREVIEWS], act: pressed('Revoke link 3 to mf-marketing@1.2.0') }),
  scene('revoke-preview-refused', 'previews', {
    answers: [PREVIEWS, ['**/previews/*/revoke', NOT_ALLOWED]],
    act: inTurn(
      pressed('Revoke link 3 to mf-marketing@1.2.0'),
      pressedInDialog(/^Revoke link/),
      shown('Say why'),
      filled(NOTE),
      pressedInDialog(/^Revoke link/),
      shown('It is refused'),
    ),
  }),
  scene('guard', 'environments', { answers: [AS_ADMIN, ENVIRONMENTS], act: pressed('Change the guard of production') }),
  scene('guard-errors', 'environments', {
    answers: [AS_ADMIN, ENVIRONMENTS],
    act: inTurn(
      pressed('Change the guard of production'),
      filled({ 'False alarms, in percent': '30' }),
      pressedInDialog('Set the guard'),
      shown('More than 0 and at most 10'),
    ),
  }),
  scene('guard-refused', 'environments', {
    answers: [AS_ADMIN, ENVIRONMENTS, GUARD_CHANGED],
    act: inTurn(pressed('Change the guard of production'), pressedInDialog('Set the guard'), shown('It is refused')),
  }),
  scene('remove-freeze', 'environments', { answers: [AS_ADMIN, ENVIRONMENTS], act: pressed(/^Remove the freeze/) }),
  scene('remove-environment', 'environments', { answers: [AS_ADMIN, ENVIRONMENTS], act: pressed('Remove review') }),
  scene('revoke-grant', 'people', { answers: WORK, act: pressed(/^Revoke .* of person ada$/) }),
  scene('take-out', 'people', { answers: WORK, act: pressed('Take out of marketing: marketing-of-the-long-name') }),
  scene('revoke-token', 'tokens', { answers: WORK, act: pressed('Revoke marketing-ci') }),
  scene('revoke-token-refused', 'tokens', {
    answers: [...WORK, ['**/registry/v1/tokens/t1', writing(NOT_ALLOWED)]],
    act: inTurn(
      pressed('Revoke marketing-ci'),
      filled({ 'Write marketing-ci to go on': 'marketing-ci' }),
      pressedInDialog('Revoke marketing-ci'),
      shown('It is refused'),
    ),
  }),
  scene('pause-webhook', 'webhooks/chat', { answers: WORK, act: pressed('Pause chat') }),
  scene('remove-webhook', 'webhooks/chat', { answers: WORK, act: pressed('Remove chat') }),
  scene('secret', 'webhooks/chat', { answers: WORK, act: pressed('Make another secret') }),
  scene('secret-of-a-long-name', LONG_NAMED_WEBHOOK, { answers: LONG_NAMES, act: pressed('Make another secret') }),
  scene('secret-made', 'webhooks/chat', {
    answers: [...WORK, ROTATED],
    act: inTurn(pressed('Make another secret'), pressedInDialog('Make another secret'), shown('shown this once')),
  }),
  scene('end-canary', 'part/mf-marketing', {
    answers: [...EVERYTHING_LIVE, DRY_RUN],
    act: inTurn(pressed('End the canary of mf-marketing'), shown('This would change')),
  }),
];
