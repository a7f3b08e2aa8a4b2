/** What becomes of commands, as the registry answers them: what they would change, and what keeps them from it. */
import type { Route } from 'playwright-core';
import { refusal } from './acts';
import type { Answer } from './scene';

const CHANGES = [
  { name: 'mf-marketing', field: 'stable', from: '1.2.0', to: '1.3.0' },
  { name: 'shell', field: 'stable', from: '2.4.0', to: '2.4.1' },
];

/** The revision that is live, with something else made of it. */
const withRevision = (change: (revision: { number: number }) => object) => async (route: Route) => {
  const request = route.request();
  const current = await route.fetch({
    url: request.url().replace(/commands.*/, 'revisions/current'),
    method: 'GET',
    headers: { authorization: (await request.headerValue('authorization')) ?? '' },
    postData: '',
  });
  const revision = (await current.json()) as { number: number };
  await route.fulfill({ json: { ...revision, ...change(revision) } });
};

const made = withRevision(({ number }) => ({
  ...{ number: number + 1, cause: 'promote', restores: number, changes: CHANGES, rehearsal: null },
}));

/** The next release is there, and what a command would do with it is known. */
export const DRY_RUN: Answer = ['**/commands?dryRun=true', made];

const REFUSALS = [
  { code: 'environment-locked', error: 'ada has locked this environment: The fair is on.' },
  { code: 'shared-module-unmet', error: 'mf-marketing@1.3.0 needs redux in ^5.0.0, and shell@2.4.0 provides 4.2.1.' },
];
/** A plan that would be refused now. */
export const PLAN_DRY_RUN: Answer = ['**/plans?dryRun=true', { revision: null, refusals: REFUSALS }];

/** A gate that names the offender. */
export const REFUSED: Answer = [
  '**/commands?dryRun=true',
  refusal(409, 'route-taken', '/practice belongs to mf-marketing already.', {
    path: '/practice',
    'declared by': 'mf-elevate@1.4.0',
    'belongs to': 'mf-marketing@1.2.0, team marketing',
  }),
];
export const JUST_ROLLED_BACK: Answer = [
  '**/commands?dryRun=true',
  refusal(409, 'just-rolled-back', 'Revision 1 was rolled back to already. To go further back, say so.'),
];
export const NO_ANSWER: Answer = ['**/commands?dryRun=true', 503];

/** Others have to approve it, and it can be proposed. */
export const TO_BE_APPROVED: Answer[] = [
  ['**/commands?dryRun=true', refusal(409, 'approval-needed', 'Two others have to approve this.')],
  ['**/commands?dryRun=true&proposed=true', made],
  ['**/environments/*/proposals', { id: 13 }],
];

/** It was heard of just now, and serves this revision. */
export const edge = (id: string, number: number) => ({ id, epoch: 1, number, defects: [], seenAt: new Date().toISOString() });

/** It is carried out, and three edges serve it. */
export const CARRIED_OUT: Answer[] = [
  DRY_RUN,
  ['**/environments/*/commands', made],
  [
    '**/edges?epoch=*',
    async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const number = Number(query.get('number'));
      const epoch = Number(query.get('epoch'));
      const edges = [edge('edge-a', number), edge('edge-b', number), edge('edge-c', number)].map((one) => ({ ...one, epoch }));
      await route.fulfill({ json: { edges } });
    },
  ],
];
