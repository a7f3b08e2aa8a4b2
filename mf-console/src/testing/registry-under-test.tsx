/** Test-only: a page of the console before a registry that the test scripts, in the shapes of the real one. */
import { ReadableStream } from 'node:stream/web';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { detailedReleaseSchema, grantSchema, listedEnvironmentSchema, whoamiSchema } from '@site/release-model/registry-answers';
import { type Revision, revisionSchema } from '@site/release-model/revision';
import { descriptor, part, target } from '@site/release-model/testing';
import { refOf } from '@site/release-model/release-id';
import { signedIn, signedOut } from '@site/session';
import { makeStore, pageUnderTest, scriptBackend, type ScriptedAnswer, type SentRequest } from '@site/testing/page-under-test';
import { keepFocus } from '@site/ui/kept-focus';

// As the shell does.
keepFocus();

const AT = '2026-11-22T10:00:00.000Z';
export const HERE = '/registry/v1/environments/production';

export const whoami = (more: object = {}) =>
  whoamiSchema.parse({
    ...{ id: null, name: 'grace', handle: 'grace', kind: 'person', groups: ['release-manager'], teams: [], grants: [], state: 'valid' },
    ...{ verbs: ['promote', 'approve', 'view'], parts: ['*'], environments: ['*'], createdBy: 'registry', createdAt: AT },
    ...{ expiresAt: null, revokedAt: null, lastUsedOn: null, ...more },
  });

export const grant = (more: object = {}) =>
  grantSchema.parse({
    ...{ id: '00000000-0000-4000-8000-000000000001', holder: { kind: 'group', name: 'release-manager' }, role: 'releaser' },
    ...{
      parts: ['*'],
      environments: ['*'],
      state: 'valid',
      createdBy: 'registry',
      createdAt: AT,
      expiresAt: null,
      revokedAt: null,
      ...more,
    },
  });

/** Whom nothing was granted. */
export const ungranted = () => whoami({ handle: null, groups: [], verbs: [], parts: [], environments: [] });

/** Manages tokens and grants, of all parts everywhere by default. */
export const admin = (more: object = {}) => whoami({ verbs: ['promote', 'admin', 'view'], grants: [grant({ role: 'admin', ...more })] });

export const release = (name: string, version: string) => {
  const described = descriptor({ name, version, team: 'marketing' });
  const { id } = refOf(described);
  return detailedReleaseSchema.parse({
    ...{ name, version, id, contentDigest: id, size: 7, commit: null },
    ...{ publishedBy: 'marketing-ci', publishedAt: AT, yanked: null, collected: null },
    descriptor: described,
  });
};

const refOfRelease = (name: string, version: string) => refOf(descriptor({ name, version, team: 'marketing' }));

/** A revision in which mf-marketing is stable in a version. */
export const revision = (number: number, version: string, more: Partial<Revision> = {}): Revision =>
  revisionSchema.parse({
    ...{ environment: 'production', number, epoch: 1, cause: 'promote', restores: null, fixes: false, hash: 'a'.repeat(64) },
    ...{ changes: [{ name: 'mf-marketing', field: 'stable', from: '1.0.0', to: version }], createdBy: 'ada', createdAt: AT },
    ...{ reason: null, approvedBy: [], plan: null },
    target: target({
      number,
      parts: { shell: part(refOfRelease('shell', '1.0.0')), 'mf-marketing': part(refOfRelease('mf-marketing', version)) },
    }),
    ...more,
  });

export const environment = (more: object = {}) =>
  listedEnvironmentSchema.parse({
    ...{ name: 'production', epoch: 1, revision: 7, lock: null },
    ...{ rules: { version: 0, rules: {} }, ...more },
  });

export const edge = (id: string, number: number) => ({ id, epoch: 1, number, defects: [], seenAt: AT });

const refusal = (status: number, code: string, error: string, details?: object): ScriptedAnswer => ({
  status,
  body: { code, error, requestId: 'request-1', ...(details && { details }) },
});

export const refused = { by: refusal };

/** A stream of events that the test writes. */
export function eventStream() {
  let tell: (event: string) => void = () => undefined;
  let end = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      tell = (event) => controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`));
      end = () => controller.close();
    },
  });
  return { stream: stream as NonNullable<ScriptedAnswer['stream']>, tell: (event: string) => tell(event), end: () => end() };
}

type Script = Parameters<typeof scriptBackend>[0];

/** Production with revision 7, in which mf-marketing 1.1.0 is live, and 1.2.0 is published. */
export const registry = (more: Script = {}): Script => ({
  'GET /registry/v1/whoami': { body: whoami() },
  'GET /registry/v1/environments': { body: { environments: [environment()] } },
  [`GET ${HERE}/events`]: { stream: eventStream().stream },
  [`GET ${HERE}/revisions/current`]: { body: revision(7, '1.1.0') },
  [`GET ${HERE}/edges`]: { body: { edges: [edge('edge-a', 7), edge('edge-b', 7)] } },
  [`GET ${HERE}/health?hours=1`]: { body: { parts: [] } },
  [`GET ${HERE}/adoption?hours=1`]: { body: { since: AT, step: 'minute', parts: [] } },
  [`GET ${HERE}/releases`]: { body: { releases: [release('mf-marketing', '1.1.0')] } },
  [`GET ${HERE}/plans?limit=50&unfinished=true`]: { body: { plans: [] } },
  'GET /registry/v1/proposals?limit=50&state=open': { body: { proposals: [] } },
  'GET /registry/v1/remotes': {
    body: { remotes: [{ name: 'mf-marketing', team: 'marketing', prefixes: null, releases: 3, lastPublishedAt: AT }] },
  },
  'GET /registry/v1/remotes/mf-marketing/releases?limit=50': {
    body: { releases: ['1.2.0', '1.1.0', '1.0.0'].map((version) => release('mf-marketing', version)) },
  },
  ...more,
});

/** @param who Null for a visitor. @param route Pattern of the page's route, where it has a parameter. */
export function show(
  Page: ComponentType,
  at: string,
  script: Script = registry(),
  who: string | null = 'grace',
  route?: string,
): SentRequest[] {
  const sent = scriptBackend(script);
  const store = makeStore();
  store.dispatch(who === null ? signedOut() : signedIn({ username: who, groups: [] }));
  render(pageUnderTest({ store, Page, at, ...(route !== undefined && { route }) }));
  return sent;
}
