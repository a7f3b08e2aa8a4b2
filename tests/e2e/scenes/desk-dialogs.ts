/** Every dialog of the desk, as it opens, and with what may be said in it. */
import type { Page } from 'playwright-core';
import { answering, dialogShown, filled, inTurn, pressed, pressedInDialog, shown, writing } from './acts';
import { deskScene } from './desk-scene';
import { GROUPS, MEMBER, memberAnswers, MESSAGES, NOT_ALLOWED, SIGNUPS, STALE } from './desk-work';
import type { Act, Answer, Scene } from './scene';

const scene = (name: string, view: string, { act, ...more }: Partial<Scene> & { act: Act }): Scene =>
  deskScene(`dialog-${name}`, view, { ...more, act: inTurn(act, dialogShown), windowOnly: true });

const { email } = MEMBER;
/** About the member. @param account Of whom it differs from others. */
const ofMember = (which: string, act: Act, account: object = {}, answers: Answer[] = []): Scene =>
  scene(which, 'member/ada', { answers: [...memberAnswers({}, account), ...answers], act });

const playbook = (more: object = {}) => ({
  ...{ id: 1, name: 'The Open Bench', description_1: 'One evening a month.', description_2: 'Bring a demo.', description_3: 'The room.' },
  ...{ min_size: 2, max_size: 5, memberLevel: 'Player', needs_subscription: false, needs_rank: false, is_listed: true },
  ...{ followers: 0, version: 1, ...more },
});

const PLAYBOOKS = '**/api/desk/playbooks';
const PLAYBOOK: Answer = [PLAYBOOKS, [playbook()]];
/** Somebody else changes it before it is saved. */
const tooLate = inTurn(
  pressed('Change The Open Bench'),
  filled({ 'What it is': 'One evening a week.' }),
  answering(
    [PLAYBOOKS, [playbook({ version: 2, description_1: 'One evening in two weeks.', description_2: 'Bring a demo, or a colleague.' })]],
    [`${PLAYBOOKS}/1`, STALE],
  ),
  pressedInDialog('Save the playbook'),
  shown('Show what it is now'),
);

const change = pressed('Change tesserae, subscription or group');
export const DESK_DIALOGS: Scene[] = [
  ofMember('member', change),
  ofMember('member-refused', inTurn(change, pressedInDialog('Save'), shown('It is refused')), {}, [
    ['**/api/desk/members/ada', writing(NOT_ALLOWED)],
  ]),
  ofMember('endorse', pressed(/^Endorse/)),
  ofMember('disable', pressed(`Disable ${email}`)),
  ofMember('disable-mistyped', inTurn(pressed(`Disable ${email}`), pressedInDialog(`Disable ${email}`), shown(`Write ${email}`))),
  ofMember(
    'disable-stale',
    inTurn(
      pressed(`Disable ${email}`),
      filled({ [`Write ${email} to go on`]: email }),
      pressedInDialog(`Disable ${email}`),
      shown('It is refused'),
    ),
    {},
    [['**/api/desk/accounts/ada/disable', STALE]],
  ),
  ofMember('enable', pressed(`Enable ${email}`), { enabled: false }),
  ofMember('invite-member', pressed(`Invite again: ${email}`), { status: 'invited' }),
  ofMember('second-factor', pressed(`Reset the second factor of ${email}`)),
  ofMember('put-into-group', pressed(`Put into staff: ${email}`)),
  ofMember('take-out-of-group', pressed(`Take out of staff: ${email}`), { groups: ['staff'] }),
  scene('invite', 'signups', { answers: [SIGNUPS], act: pressed(/^Invite/) }),
  scene('answer', 'messages', { answers: [MESSAGES], act: pressed('Answer: message 3 of Mary Somerville') }),
  scene('answer-errors', 'messages', {
    answers: [MESSAGES],
    act: inTurn(pressed(/^Answer: /), pressedInDialog('Send the answer'), shown('Enter an answer')),
  }),
  scene('playbook', 'playbooks', { act: pressed('Write a playbook') }),
  scene('playbook-errors', 'playbooks', {
    act: inTurn(pressed('Write a playbook'), pressedInDialog('Publish the playbook'), shown('Enter a name')),
  }),
  scene('playbook-stale', 'playbooks', { answers: [PLAYBOOK], act: tooLate }),
  scene('playbook-take-theirs', 'playbooks', {
    answers: [PLAYBOOK],
    act: inTurn(tooLate, pressedInDialog('Show what it is now'), shown('Take theirs')),
  }),
  scene('remove-playbook', 'playbooks', { answers: [PLAYBOOK], act: pressed('Remove The Open Bench') }),
  scene('kind', 'demos', { act: pressed('Add a kind of demo') }),
  scene('offer', 'demos', { act: pressed(/^Change the offer of/) }),
  scene('withdraw', 'demos', { act: pressed(/^Withdraw/) }),
  scene('project-errors', 'projects', {
    act: inTurn(pressed('Add a project'), pressedInDialog('Add the project'), shown('Enter a name')),
  }),
  scene('remove', 'projects', { act: pressed(/^Remove/) }),
  scene('group', 'groups', { act: pressed('Add a peer group') }),
  scene('change-group', 'groups', { answers: [GROUPS], act: pressed('Change The team of an employer with a long name') }),
  scene('mail', 'mails', {
    answers: [['**/api/desk/mails/preview', { recipients: 12, subject: 'The first evening', text: 'We meet on Monday.' }]],
    act: inTurn(
      (page) => page.getByLabel('Peer group').selectOption('SELF-4E'),
      filled({ Subject: 'The first evening', Text: 'We meet on Monday.' }),
      pressed('Show what they get'),
      pressed('Send it to 12 members of SELF-4E'),
    ),
  }),
  scene('beside-messages', 'projects', { answers: [['**/api/desk/projects/*', { id: 1 }]], act: openBesideMessages }),
];

/** A long dialog is opened while two messages stand in the corner. */
async function openBesideMessages(page: Page): Promise<void> {
  for (const count of [1, 2]) {
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page
      .locator('.Toastify__toast')
      .nth(count - 1)
      .waitFor();
    await page.evaluate(holdMessages);
  }
  await page.getByRole('button', { name: 'Add a project' }).click();
  await page.getByRole('dialog').waitFor();
}

/** Runs in the page. A machine that is busy needs longer for the dialog than a message stays: it goes at the end of the animation of its bar. */
function holdMessages(): void {
  for (const animation of document.getAnimations())
    if (animation.effect instanceof KeyframeEffect && animation.effect.target?.matches('.Toastify__progress-bar')) animation.pause();
}
