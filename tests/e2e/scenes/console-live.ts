/** What is live in several environments, and what was before it: a candidate, a part that is switched off, a line of time. */
import type { Route } from 'playwright-core';
import { edge } from './console-commands';
import { ENVIRONMENTS } from './console-work';
import type { Answer } from './scene';

interface Part {
  stable: { id: string; version: string };
  candidate: object | null;
  disabled: object | null;
}
interface Revision {
  number: number;
  target: { parts: Record<string, Part> };
}

const LIVE = 7;
const NEXT = { id: 'c'.repeat(64), version: '1.3.0' };
const CLOSED = 'The draft is back at noon.';
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** The same call about the only environment that the site has. */
const inProduction = (route: Route): string =>
  route
    .request()
    .url()
    .replace(/environments\/(?:staging|review)\//, 'environments/production/');

function withParts(revision: Revision, change: (parts: Record<string, Part>) => Record<string, Part>, number: number): Revision {
  const { target } = revision;
  return { ...revision, number, target: { ...target, parts: { ...target.parts, ...change(target.parts) } } };
}

const tried = ({ 'mf-marketing': marketing, 'mf-elevate': elevate }: Record<string, Part>): Record<string, Part> => ({
  'mf-marketing': { ...marketing!, candidate: { release: NEXT, basisPoints: 2_500, cohort: 'revision-7' } },
  'mf-elevate': { ...elevate!, disabled: { message: CLOSED } },
});
const taken = ({ 'mf-marketing': marketing }: Record<string, Part>): Record<string, Part> => ({
  'mf-marketing': { ...marketing!, stable: NEXT },
});

/** A candidate, and a part that is switched off. In staging the candidate is for all; older revisions know of neither. */
async function revisionOf(route: Route): Promise<void> {
  const address = inProduction(route);
  const revision = (await (await route.fetch({ url: address.replace(/revisions\/\d+$/, 'revisions/current') })).json()) as Revision;
  const number = Number(/\/revisions\/(\d+)$/.exec(address)?.[1] ?? LIVE);
  const isStaging = address !== route.request().url();
  const change = isStaging ? taken : number === LIVE ? tried : () => ({});
  await route.fulfill({ json: withParts(revision, change, number) });
}

/** Three edges, of which one has fallen back. */
const EDGES = {
  edges: [edge('edge-a', LIVE), edge('edge-b', LIVE), { ...edge('edge-c', LIVE - 1), defects: ['mf-marketing@1.3.0 has a file too few'] }],
};

/** Environments of which each has something else live. */
export const EVERYTHING_LIVE: Answer[] = [
  ['**/environments/{staging,review}/**', (route) => route.continue({ url: inProduction(route) })],
  ENVIRONMENTS,
  ['**/revisions/*', revisionOf],
  ['**/environments/*/edges', EDGES],
];

const entry = (number: number, cause: string, field: string, from: string | null, to: string | null, more: object = {}) => ({
  ...{
    environment: 'production',
    number,
    epoch: 1,
    cause,
    restores: null,
    fixes: false,
    hash: 'a'.repeat(64),
    plan: null,
    rehearsal: null,
  },
  ...{ changes: [{ name: field === 'disabled' ? 'mf-elevate' : 'mf-marketing', field, from, to }], createdBy: 'grace', reason: null },
  ...{ createdAt: ago((LIVE - number) * 700 + 12), approvedBy: [], ...more },
});
const LONG_REASON =
  'The offer of the autumn names the wrong day on its second page, and every mail that went out this morning leads there.';

/** Every kind of entry that a line of time has. */
export const HISTORY: Answer[] = [
  ...EVERYTHING_LIVE,
  [
    '**/revisions?*',
    {
      revisions: [
        entry(7, 'canary', 'candidate', null, '1.3.0 at 25%', {
          plan: { id: 7, step: 2 },
          approvedBy: ['hank', 'ada'],
          reason: 'The autumn offer',
        }),
        entry(6, 'disable', 'disabled', null, CLOSED, { createdBy: 'ada' }),
        entry(5, 'rollback', 'stable', '1.2.1', '1.2.0', { restores: 3, createdBy: 'guard' }),
        entry(4, 'promote', 'stable', '1.2.0', '1.2.1', { fixes: true, reason: LONG_REASON, createdBy: 'marketing-ci' }),
        entry(3, 'promote', 'stable', '1.1.0', '1.2.0', { approvedBy: ['hank'] }),
      ],
    },
  ],
];
