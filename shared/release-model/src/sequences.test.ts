import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import type { Command } from './commands';
import { Refusal } from './refusal';
import type { ReleaseRef } from './release-id';
import { PARAMS, World } from './testing';

const NAMES = ['shell', 'mf-a', 'mf-b'];
const VERSIONS = ['1.0.0', '1.0.1', '2.0.0', '2.0.1'];
/** What each version of the shell has, and each version of a remote needs. */
const PROVIDED = ['19.0.0', '19.1.0', '19.2.0', '20.0.0'];
const NEEDED = ['^19.0.0', '>=19.0.0', '>=19.1.0', '>=19.0.0'];

const name = fc.constantFrom(...NAMES);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
const releases = fc.dictionary(name, fc.nat(3), { minKeys: 1, maxKeys: 3 });

/** A command with releases as numbers of their versions. */
type Drawn =
  | { kind: 'promote'; releases: Record<string, number>; fixes: boolean }
  | { kind: 'canary'; releases: Record<string, number>; basisPoints: number }
  | { kind: 'rollback'; to?: number; again: boolean }
  | { kind: 'yank' | 'restore'; name: string; version: number }
  | Extract<Command, { kind: 'end-canary' | 'disable' | 'enable' | 'retire' | 'params' | 'policy' | 'epoch' }>;

const drawnCommand: fc.Arbitrary<Drawn> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('promote' as const), releases, fixes: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('canary' as const), releases, basisPoints: fc.constantFrom(0, 100, 2_500, 10_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      { kind: fc.constant('rollback' as const), to: fc.integer({ min: 1, max: 12 }), again: fc.boolean() },
      { requiredKeys: ['kind', 'again'] },
    ),
  },
  fc.record({ kind: fc.constantFrom('yank' as const, 'restore' as const), name, version: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('end-canary' as const, 'enable' as const, 'retire' as const), parts: names }),
  fc.record({ kind: fc.constant('disable' as const), parts: names, message: fc.constantFrom('Soon.', 'Later.') }),
  fc.record({ kind: fc.constant('params' as const), params: fc.constantFrom(PARAMS, { ...PARAMS, brand: 'Other' }) }),
  fc.constant({ kind: 'policy' as const, policy: { openTabs: 'notice' as const } }),
  fc.constant({ kind: 'epoch' as const }),
);

const step = fc.record({ command: drawnCommand, by: fc.constantFrom('alice', 'bob'), minutes: fc.nat(12) });
const sequence = fc.array(step, { minLength: 40, maxLength: 40 });

interface Shown {
  stable: number;
  candidate: { version: number; basisPoints: number; group: object } | null;
  disabled: string | null;
}
type Live = Record<string, Shown>;

/** What was live together, as numbers of versions. */
interface Snapshot {
  stable: Record<string, number>;
  candidates: Record<string, number>;
}

const snapshotOf = (live: Live): Snapshot => ({
  stable: Object.fromEntries(Object.entries(live).map(([key, { stable }]) => [key, stable])),
  candidates: Object.fromEntries(Object.entries(live).flatMap(([key, { candidate }]) => (candidate ? [[key, candidate.version]] : []))),
});
const same = (one: object, other: object) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: object) => Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
const keysOf = (versions: Record<string, number>) => Object.entries(versions).map(([key, version]) => `${key}@${version}`);

/**
 * The rules in their plainest form: every revision keeps the whole line of what was live before it, and a rollback continues the line of what
 * it restores.
 */
class Oracle {
  live: Live = {};
  /** Parts as they were live last. */
  last: Live = {};
  lines: Snapshot[][] = [];
  withdrawn = new Set<string>();
  yanked = new Set<string>();
  /** Stable releases in the order in which they were live last. */
  wasStable: string[] = [];
  brand = 'Site';
  openTabs = 'next-load';
  rolledBack: { by: string; at: number } | null = null;

  /** @returns Whether the command is carried out. */
  execute(command: Drawn, by: string, at: number): boolean {
    const isFirst = this.lines.length === 0;
    if (isFirst && command.kind !== 'promote') return false;
    const line = this.lines.at(-1) ?? [];
    let next: Live = copyOf(this.live);
    let newLine: Snapshot[] | null = null;
    let bad: Snapshot[] = [];
    switch (command.kind) {
      case 'promote':
        for (const [key, version] of Object.entries(command.releases)) {
          if (this.yanked.has(`${key}@${version}`)) return false;
          next[key] = { stable: version, candidate: null, disabled: next[key]?.disabled ?? null };
        }
        if (command.fixes) bad = [snapshotOf(this.live)];
        break;
      case 'canary':
        if (!this.#canary(next, command)) return false;
        break;
      case 'rollback': {
        if (command.to === undefined && !command.again && this.rolledBack && this.rolledBack.by !== by && at - this.rolledBack.at < 600_000)
          return false;
        const found = command.to === undefined ? this.#target(line) : this.lines[command.to - 1];
        const snapshot = found?.at(-1);
        if (!found || !snapshot) return false;
        if (keysOf(snapshot.stable).some((key) => this.yanked.has(key))) return false;
        next = {};
        for (const [key, stable] of Object.entries(snapshot.stable))
          next[key] = { stable, candidate: null, disabled: this.last[key]?.disabled ?? null };
        newLine = found;
        bad = line.filter((one) => !found.includes(one));
        break;
      }
      case 'end-canary':
        for (const key of command.parts) {
          const shown = next[key];
          if (!shown?.candidate) return false;
          shown.candidate = null;
        }
        break;
      case 'disable':
      case 'enable':
        for (const key of command.parts) {
          const shown = next[key];
          if (!shown) return false;
          shown.disabled = command.kind === 'disable' ? command.message : null;
        }
        break;
      case 'retire':
        for (const key of command.parts) {
          if (key === 'shell' || !next[key]) return false;
        }
        next = Object.fromEntries(Object.entries(next).filter(([key]) => !command.parts.includes(key)));
        break;
      case 'yank': {
        const key = `${command.name}@${command.version}`;
        const { stable, candidates } = snapshotOf(this.live);
        if (this.yanked.has(key) || [...keysOf(stable), ...keysOf(candidates)].includes(key)) return false;
        this.yanked.add(key);
        break;
      }
      case 'restore':
        if (!this.yanked.delete(`${command.name}@${command.version}`)) return false;
        break;
      case 'params':
        if (this.brand === command.params.brand) return false;
        this.brand = command.params.brand;
        break;
      case 'policy':
        if (this.openTabs === command.policy.openTabs) return false;
        this.openTabs = command.policy.openTabs;
        break;
      case 'epoch':
        break;
    }
    if (!this.#fits(next)) return false;
    const snapshot = snapshotOf(next);
    const before = { live: this.live, withdrawn: this.withdrawn, fallbacks: this.#fallbacks() };
    const isSame = this.#sameLive(next);
    this.live = next;
    this.withdrawn = new Set(this.withdrawn);
    const nowLive = new Set([...keysOf(snapshot.stable), ...keysOf(snapshot.candidates)]);
    const left = bad.flatMap(({ stable, candidates }) => [...keysOf(stable), ...keysOf(candidates)]);
    for (const key of left) if (!nowLive.has(key)) this.withdrawn.add(key);
    const isAlwaysOther = ['yank', 'restore', 'params', 'policy', 'epoch'].includes(command.kind);
    // A rollback past something to what is live already still says that it was bad.
    if (!isAlwaysOther && isSame && same(before.fallbacks, this.#fallbacks())) {
      this.live = before.live;
      this.withdrawn = before.withdrawn;
      return false;
    }
    this.last = { ...this.last, ...next };
    this.lines.push(newLine ?? [...line, snapshot]);
    for (const key of keysOf(snapshot.stable)) {
      this.withdrawn.delete(key);
      this.wasStable = [...this.wasStable.filter((one) => one !== key), key];
    }
    if (command.kind === 'rollback') this.rolledBack = { by, at };
    else if (['promote', 'canary', 'end-canary', 'retire'].includes(command.kind)) this.rolledBack = null;
    return true;
  }

  /** Version of the newest release that is good and fits to all that is live. */
  fallback(key: string): string | null {
    const shown = this.live[key];
    const found = [...this.wasStable].reverse().find((one) => {
      const [part, version] = one.split('@') as [string, string];
      if (part !== key || this.withdrawn.has(one) || this.yanked.has(one)) return false;
      if (Number(version) === shown?.stable || Number(version) === shown?.candidate?.version) return false;
      const others = Object.entries(this.live).filter(([other]) => (key === 'shell' ? other !== 'shell' : other === 'shell'));
      const versions = others.flatMap(([, { stable, candidate }]) => [stable, ...(candidate ? [candidate.version] : [])]);
      return versions.every((other) => (key === 'shell' ? isMet(other, Number(version)) : isMet(Number(version), other)));
    });
    return found === undefined ? null : VERSIONS[Number(found.split('@')[1])]!;
  }

  #fallbacks = () => Object.fromEntries(Object.keys(this.live).map((key) => [key, this.fallback(key)]));

  #canary(next: Live, command: Extract<Drawn, { kind: 'canary' }>): boolean {
    const groups = new Set<object>();
    for (const [key, version] of Object.entries(command.releases)) {
      const shown = next[key];
      if (this.yanked.has(`${key}@${version}`) || !shown || shown.stable === version) return false;
      if (shown.candidate?.version === version) groups.add(shown.candidate.group);
    }
    const [only] = groups;
    const group = groups.size === 1 && only ? only : {};
    for (const [key, version] of Object.entries(command.releases))
      next[key]!.candidate = { version, basisPoints: command.basisPoints, group };
    return Object.values(next).every(({ candidate }) => candidate?.group !== group || candidate.basisPoints === command.basisPoints);
  }

  /** The line that ends with what a rollback without a number restores. */
  #target(line: Snapshot[]): Snapshot[] | undefined {
    const now = snapshotOf(this.live);
    for (let length = line.length - 1; length > 0; length -= 1) {
      const { stable, candidates } = line[length - 1]!;
      const others = keysOf(stable).filter((key) => !keysOf(now.stable).includes(key));
      const isUsable = others.every((key) => !this.withdrawn.has(key) && !this.yanked.has(key));
      const ends = Object.keys(now.candidates).length > 0 && Object.keys(candidates).length === 0;
      if (same(stable, now.stable) ? ends : isUsable) return line.slice(0, length);
    }
    return undefined;
  }

  #sameLive(next: Live): boolean {
    const groupsOf = (live: Live) => {
      const found: object[] = [];
      return sorted(live).map(([key, { candidate }]: [string, Shown]) => {
        if (!candidate) return [key, null];
        const index = found.indexOf(candidate.group);
        return [key, index >= 0 ? index : found.push(candidate.group) - 1];
      });
    };
    const plain = (live: Live) => JSON.stringify([sorted(live), groupsOf(live)]);
    const isSameGroups = Object.keys(next).every((key) => next[key]?.candidate?.group === this.live[key]?.candidate?.group);
    return plain(next) === plain(this.live) && isSameGroups;
  }

  /** Whether everybody gets a shell that has what the remotes need. */
  #fits(live: Live): boolean {
    const groups = [...new Set(Object.values(live).flatMap(({ candidate }) => (candidate ? [candidate.group] : [])))];
    const subsets = groups.reduce<object[][]>((all, group) => [...all, ...all.map((some) => [...some, group])], [[]]);
    return subsets.every((some) => {
      const versionOf = ({ stable, candidate }: Shown) => (candidate && some.includes(candidate.group) ? candidate.version : stable);
      const { shell, ...remotes } = live;
      return shell !== undefined && Object.values(remotes).every((remote) => isMet(versionOf(remote), versionOf(shell)));
    });
  }
}

const isMet = (remote: number, shell: number) => semver.satisfies(PROVIDED[shell]!, NEEDED[remote]!);

/** Copies parts, and keeps which candidates are shown together. */
const copyOf = (live: Live): Live =>
  Object.fromEntries(Object.entries(live).map(([key, shown]) => [key, { ...shown, candidate: shown.candidate && { ...shown.candidate } }]));

function startWorld() {
  const world = new World();
  const refs = new Map<string, ReleaseRef>();
  for (const key of NAMES) {
    VERSIONS.forEach((version, index) => {
      const provides = key === 'shell' ? { react: { version: PROVIDED[index]!, files: [], consumes: [] } } : {};
      const requires = key === 'shell' ? {} : { react: { range: NEEDED[index]!, singleton: true } };
      refs.set(`${key}@${index}`, world.shelf.add({ name: key, version, provides, requires }));
    });
  }
  const ref = (key: string, index: number) => refs.get(`${key}@${index}`)!;
  const refsOf = (drawn: Record<string, number>) => Object.fromEntries(Object.entries(drawn).map(([key, index]) => [key, ref(key, index)]));
  const commandOf = (drawn: Drawn): Command => {
    if (drawn.kind === 'promote' || drawn.kind === 'canary') return { ...drawn, releases: refsOf(drawn.releases) };
    if ('version' in drawn) return { kind: drawn.kind, release: { name: drawn.name, ...ref(drawn.name, drawn.version) } };
    return drawn;
  };
  return { world, commandOf };
}

function isCarriedOut(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

describe('after any 40 commands', () => {
  it('what is live, what it falls back to and what was refused is what the rules say in their plainest form', () => {
    const counts: Record<string, number> = {};
    fc.assert(
      fc.property(sequence, (steps) => {
        const { world, commandOf } = startWorld();
        const oracle = new Oracle();
        const first: Drawn = { kind: 'promote', releases: { shell: 0, 'mf-a': 0, 'mf-b': 0 }, fixes: false };
        for (const { command, by, minutes } of [{ command: first, by: 'alice', minutes: 0 }, ...steps]) {
          world.now += minutes * 60_000;
          const before = world.targets.length;
          const expected = oracle.execute(command, by, world.now);
          const isDone = isCarriedOut(() => world.execute(commandOf(command), by));
          counts[`${command.kind} ${expected}`] = (counts[`${command.kind} ${expected}`] ?? 0) + 1;
          const { parts, params, policy, number } = world.live;
          const seen = Object.fromEntries(
            Object.entries(parts).map(([key, { stable, candidate, disabled, fallback }]) => [
              key,
              [stable.version, candidate?.release.version, candidate?.basisPoints, disabled?.message, fallback?.version ?? null],
            ]),
          );
          const wanted = Object.fromEntries(
            Object.entries(oracle.live).map(([key, { stable, candidate, disabled }]) => [
              key,
              [
                VERSIONS[stable],
                candidate ? VERSIONS[candidate.version] : undefined,
                candidate?.basisPoints,
                disabled ?? undefined,
                oracle.fallback(key),
              ],
            ]),
          );
          const { brand, openTabs } = oracle;
          const length = before + (expected ? 1 : 0);
          // One question: each costs more than the command that it is about.
          expect({ command, isDone, length: world.targets.length, number, brand: params.brand, openTabs: policy.openTabs, seen }).toEqual({
            ...{ command, isDone: expected, length, number: length, brand, openTabs, seen: wanted },
          });
        }
      }),
      { numRuns: 200 },
    );
    // Every kind of command was carried out and refused, but for those that are never refused once something is live.
    const kinds = ['promote', 'canary', 'rollback', 'yank', 'end-canary', 'enable', 'disable', 'retire', 'params', 'policy'];
    expect(kinds.flatMap((kind) => [`${kind} true`, `${kind} false`]).filter((key) => !counts[key])).toEqual([]);
  });
});
