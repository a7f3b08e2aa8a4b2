/** Releases and targets to test with. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Command } from './commands';
import { decide, type Decision, idsOf, neededReleases, neededRevisions, type State } from './decide';
import { type RefusalCode, Refusal } from './refusal';
import { type ReleaseRef, refOf } from './release-id';
import { RevisionLog } from './revision-log';
import type { Part, Target } from './target';

export type DescriptorInput = Pick<ReleaseDescriptor, 'name' | 'version'> & Partial<ReleaseDescriptor>;

export const descriptor = (input: DescriptorInput): ReleaseDescriptor => ({
  schema: 1,
  team: 'team',
  contract: 1,
  routes: [],
  entries: ['v/entry.js'],
  files: [{ path: 'v/entry.js', size: 7, integrity: `sha384-${'a'.repeat(64)}` }],
  exposes: {},
  provides: {},
  requires: {},
  server: null,
  commit: null,
  ...input,
});

export const page = (path: string) => ({ path, page: './page', title: 'Page', access: 'public' as const });

/** Releases by their ids. */
export class Shelf {
  readonly read = (id: string): ReleaseDescriptor => {
    const found = this.#releases.get(id);
    if (!found) throw new Error(`nobody knows ${id}`);
    return found;
  };
  readonly #releases = new Map<string, ReleaseDescriptor>();

  add(input: DescriptorInput): ReleaseRef {
    const release = descriptor(input);
    const ref = refOf(release);
    this.#releases.set(ref.id, release);
    return ref;
  }
}

export const part = (stable: ReleaseRef, more: Partial<Part> = {}): Part => ({
  stable,
  candidate: null,
  fallback: null,
  disabled: null,
  ...more,
});

export const PARAMS: Target['params'] = {
  brand: 'Site',
  Auth: { region: 'r', userPoolId: 'r_1', userPoolClientId: 'c', domain: 'd', scopes: [], providers: [] },
  goa_base_url: '/api',
  blog_url: '/blog',
  network_url: '/network',
  contact: { address: [], email: 'a@b.example', phone: '1', mapUrl: 'https://map.example/' },
  bot_check: { kind: 'altcha' },
};

export const target = (more: Partial<Target> = {}): Target => ({
  schema: 1,
  environment: 'production',
  epoch: 1,
  number: 1,
  previousHash: null,
  params: PARAMS,
  policy: { openTabs: 'next-load' },
  parts: { shell: part(refOf(descriptor({ name: 'shell', version: '1.0.0' }))) },
  ...more,
});

/** An environment in memory: carries out commands as a registry does, one after the other. Reads only what was said to be needed. */
export class World {
  readonly shelf = new Shelf();
  readonly log = new RevisionLog();
  readonly yanked = new Set<string>();
  readonly collected = new Set<string>();
  readonly targets: Target[] = [];
  now = Date.parse('2026-01-01T00:00:00Z');

  get live(): Target {
    const last = this.targets.at(-1);
    if (!last) throw new Error('nothing is live');
    return last;
  }

  state(read: State['read'] = this.shelf.read, partsIn: State['partsIn'] = this.#partsIn): State {
    const { log, yanked, collected } = this;
    const defaults = { params: PARAMS, policy: target().policy };
    return {
      environment: 'production',
      target: this.targets.at(-1) ?? null,
      log,
      defaults,
      isYanked: (id) => yanked.has(id),
      isCollected: (id) => collected.has(id),
      read,
      partsIn,
    };
  }

  readonly #partsIn: State['partsIn'] = (number) => this.targets[number - 1]?.parts ?? {};

  execute(command: Command, name = 'alice'): Decision {
    const needed = new Set(neededReleases(this.state(), command));
    const read = (id: string) => {
      if (!needed.has(id)) throw new Error(`${id} was not said to be needed`);
      return this.shelf.read(id);
    };
    const revisions = new Set(neededRevisions(this.state(), command));
    const partsIn = (number: number) => {
      if (!revisions.has(number)) throw new Error(`revision ${number} was not said to be needed`);
      return this.#partsIn(number);
    };
    const author = { name, at: new Date(this.now) };
    const decision = decide(this.state(read, partsIn), command, author);
    const { cause, restores, fixes } = decision;
    const { number, parts } = decision.target;
    this.log.add({ number, cause, restores, fixes, createdBy: author.name, createdAt: author.at, ...idsOf(parts) });
    this.targets.push(decision.target);
    if (command.kind === 'yank') this.yanked.add(command.release.id);
    if (command.kind === 'restore') this.yanked.delete(command.release.id);
    return decision;
  }

  promote(releases: Record<string, ReleaseRef>, fixes = false): Decision {
    return this.execute({ kind: 'promote', releases, fixes });
  }

  rollBack(options: { to?: number; again?: boolean; by?: string } = {}): Decision {
    const { to, again = false, by } = options;
    return this.execute({ kind: 'rollback', again, ...(to !== undefined && { to }) }, by);
  }

  canary(releases: Record<string, ReleaseRef>, basisPoints: number): Decision {
    return this.execute({ kind: 'canary', releases, basisPoints });
  }

  /** The code of the refusal, which must leave what is live as it is; `null` where there is none. */
  refusalOf(run: () => unknown): RefusalCode | null {
    const before = this.targets.length;
    try {
      run();
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.targets.length !== before) throw new Error(`${error.code}, and another target all the same`);
      return error.code;
    }
  }

  /** The sentence of the refusal. */
  sentenceOf(run: () => unknown): string {
    try {
      run();
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
    throw new Error('It was not refused.');
  }

  /** Stable versions by name. */
  get stable(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.live.parts).map(([name, { stable }]) => [name, stable.version]));
  }

  fallback(name: string): string | null {
    return this.live.parts[name]?.fallback?.version ?? null;
  }
}

/**
 * A world where the first one of each is live: two shells, and four releases each of `mf-a` and `mf-b`, of whom the first of `mf-b`
 * does not fit to the second shell.
 */
export function liveWorld(): { world: World; shells: ReleaseRef[]; a: ReleaseRef[]; b: ReleaseRef[] } {
  const world = new World();
  const shelf = world.shelf;
  const shell = (version: string, react: string) =>
    shelf.add({ name: 'shell', version, provides: { react: { version: react, files: [], consumes: [] } } });
  const remoteB = (version: string, react: string) =>
    shelf.add({ name: 'mf-b', version, requires: { react: { range: react, singleton: true } } });
  const later = ['1.0.1', '1.0.2', '1.0.3'];
  const first = {
    shell: shell('1.0.0', '19.0.0'),
    'mf-a': shelf.add({ name: 'mf-a', version: '1.0.0' }),
    'mf-b': remoteB('1.0.0', '^19.0.0'),
  };
  world.promote(first);
  return {
    world,
    shells: [first.shell, shell('2.0.0', '20.0.0')],
    a: [first['mf-a'], ...later.map((version) => shelf.add({ name: 'mf-a', version }))],
    b: [first['mf-b'], ...later.map((version) => remoteB(version, '>=19.0.0'))],
  };
}
