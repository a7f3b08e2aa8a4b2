/** What the lists of the console ask of the registry, with as many revisions and releases as the registry has. */
import { SHELL_NAME } from '@site/contracts/release';
import { median } from '../measure/statistics';
import type { RegistryProcess } from './processes';

const PRODUCTION = '/environments/production';

/**
 * By the view, the calls that it makes at once. Those of the desk are in the bench `scale`; tokens and webhooks, of which there are few, are left
 * out: the token of the bench may not list them.
 */
const LISTS: Record<string, string[]> = {
  overview: [
    '/whoami',
    '/environments',
    '/remotes',
    `${PRODUCTION}/revisions/current`,
    `${PRODUCTION}/edges`,
    `${PRODUCTION}/health?hours=24`,
  ],
  'waiting work': ['/proposals?state=open&limit=50', `${PRODUCTION}/plans?limit=50&unfinished=true`],
  part: [`/remotes/${SHELL_NAME}/releases`, `${PRODUCTION}/adoption?hours=168&part=${SHELL_NAME}`],
  history: [`${PRODUCTION}/revisions?limit=50`],
  'history, the oldest page': [`${PRODUCTION}/revisions?limit=50&before=51`],
  plans: [`${PRODUCTION}/plans?limit=50&unfinished=false`],
  previews: [`${PRODUCTION}/previews`],
  rehearsals: [`${PRODUCTION}/rehearsals`],
  audit: ['/audit?limit=50'],
  'audit of somebody who did nothing': ['/audit?limit=50&actor=nobody'],
  people: ['/teams', '/grants'],
};

const TURNS = 30;

export interface ListTimes {
  /** Milliseconds until all calls of a view are answered, at the median. */
  ms: number;
  /** Of the longest list in an answer. */
  entries: number;
}

/** @returns By the name of the view. Throws an Error for a call that is refused. */
export async function measureConsoleLists(registry: RegistryProcess): Promise<Record<string, ListTimes>> {
  const measured: Record<string, ListTimes> = {};
  for (const [view, paths] of Object.entries(LISTS)) {
    const times: number[] = [];
    let entries = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const began = performance.now();
      const answers = await Promise.all(paths.map((path) => registry.read(path)));
      times.push(performance.now() - began);
      entries = Math.max(0, ...answers.flatMap(lengthsOf));
    }
    measured[view] = { ms: median(times), entries };
  }
  return measured;
}

/** Of the lists that an answer consists of. */
const lengthsOf = (answer: object): number[] =>
  Object.values(answer).flatMap((value: unknown) => (Array.isArray(value) ? [value.length] : []));
