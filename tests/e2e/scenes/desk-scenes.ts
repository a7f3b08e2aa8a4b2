/** The views of the desk in their states, as a member of staff sees them on a site with its sample data. */
import type { Page } from 'playwright-core';
import { answering, chosen, filled, inTurn, pressed, shown, UNAVAILABLE } from './acts';
import { deskScene as scene } from './desk-scene';
import { ERASURES, EVENTS, GROUPS, LONG_NAMES, memberAnswers, MESSAGES, NOT_ALLOWED, SIGNUPS } from './desk-work';
import type { Scene } from './scene';

/** Lists, by their calls. */
const LISTS = {
  members: ['', 'members?*'],
  signups: ['signups', 'signups?*'],
  messages: ['messages', 'messages?*'],
  playbooks: ['playbooks', 'playbooks'],
  demos: ['demos', 'demo-kinds'],
  projects: ['projects', 'projects'],
  groups: ['groups', 'peer-groups?*'],
  erasures: ['erasures', 'erasures?*'],
  events: ['events', 'events?*'],
} as const;

const listScenes = Object.entries(LISTS).flatMap(([name, [view, path]]): Scene[] => {
  const calls = `**/api/desk/${path}`;
  return [
    scene(name, view),
    scene(`${name}-loading`, view, { answers: [[calls, null]] }),
    scene(`${name}-failed`, view, { answers: [[calls, 503]], act: shown(UNAVAILABLE) }),
    scene(`${name}-empty`, view, { answers: [[calls, []]] }),
  ];
});

const MAIL = { Subject: 'The first evening', Text: 'We meet on Monday, in the room above the workshop.\n\nBring a demo.' };
const written = inTurn(chosen('Peer group', 'SELF-4E'), filled(MAIL), pressed('Show what they get'));

/** As shown, with so many readers. */
const readBy = (recipients: number) =>
  scene(`mail-read-by-${recipients}`, 'mails', {
    answers: [
      ['**/api/desk/mails/preview', { recipients, subject: MAIL.Subject, text: `${MAIL.Text}\n\nTo get no more of these: (a link)` }],
    ],
    act: inTurn(written, (page: Page) => page.getByRole('region', { name: /gets? it/ }).waitFor()),
  });

export const DESK_SCENES: Scene[] = [
  ...listScenes,
  scene('signups-waiting', 'signups', { answers: [SIGNUPS] }),
  scene('erasures-due', 'erasures', { answers: [ERASURES] }),
  scene('events-written', 'events', { answers: [EVENTS] }),
  scene('groups-many', 'groups', { answers: [GROUPS] }),
  scene('messages-answered', 'messages', { answers: [MESSAGES] }),
  scene('messages-refused', 'messages', {
    answers: [MESSAGES, ['**/api/desk/messages/*', NOT_ALLOWED]],
    act: inTurn(pressed(/^Take it: /), shown('It is refused')),
  }),
  scene('messages-outdated', 'messages', {
    answers: [MESSAGES],
    act: inTurn(
      answering(['**/api/desk/messages?*', 503], ['**/api/desk/messages/*', {}]),
      pressed(/^Take it: /),
      shown('may be outdated'),
    ),
  }),
  scene('messages-filtered', 'messages?status=closed', { answers: [['**/api/desk/messages?*', []]] }),
  scene('mails', 'mails'),
  scene('mails-errors', 'mails', { act: inTurn(pressed('Show what they get'), shown('Choose a group')) }),
  scene('mails-failed', 'mails', { answers: [['**/api/desk/mails/preview', 503]], act: inTurn(written, shown('It cannot be shown')) }),
  readBy(0),
  readBy(12),
  scene('member', 'member/ada', { answers: memberAnswers() }),
  scene('member-to-be-erased', 'member/ada', {
    answers: memberAnswers(
      {
        deletion_due_at: new Date(Date.now() + 6 * 86_400_000).toISOString(),
        demos: [],
        goals: [],
        playbooks: [],
        subscription_until: null,
      },
      { enabled: false },
    ),
  }),
  scene('member-invited', 'member/ada', { answers: memberAnswers({}, { status: 'invited', groups: ['staff'] }) }),
  scene('member-beyond', 'member/ada', { answers: memberAnswers({}, { groups: ['release-manager'] }) }),
  scene('member-account-failed', 'member/ada', {
    answers: [...memberAnswers(), ['**/api/desk/accounts/ada', 503]],
    act: shown(UNAVAILABLE),
  }),
  scene('member-loading', 'member/ada', { answers: [['**/api/desk/members/ada', null]] }),
  scene('member-unknown', 'member/nobody'),
  ...['projects', 'messages', 'signups'].map((view) => scene(`${view}-of-long-names`, view, { answers: LONG_NAMES })),
  { name: 'desk-for-players', at: '/console/desk', who: 'player' },
];
