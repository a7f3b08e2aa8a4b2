import { describe, expect, it } from '@jest/globals';
import { type LogEntry, RevisionLog } from './revision-log';

const entry = (number: number, stable: Record<string, string>, more: Partial<LogEntry> = {}): LogEntry => ({
  number,
  cause: 'promote',
  restores: null,
  fixes: false,
  createdBy: 'alice',
  createdAt: new Date(0),
  stable,
  candidates: {},
  ...more,
});

describe('a log', () => {
  it('takes revisions in their order alone', () => {
    const log = new RevisionLog([entry(1, { shell: 's1' })]);
    expect(() => log.add(entry(1, {}))).toThrow('revision 1 does not follow 1');
    expect(() => log.add(entry(3, {}))).toThrow('revision 3 does not follow 1');
    expect(() => new RevisionLog([entry(2, {})])).toThrow('revision 2 does not follow 0');
    expect(log.last?.number).toBe(1);
  });

  it('finds revisions by number, and null for those that there are not', () => {
    const log = new RevisionLog([entry(1, { shell: 's1' }), entry(2, { shell: 's2' })]);
    expect([log.find(1)?.stable, log.find(2)?.stable]).toEqual([{ shell: 's1' }, { shell: 's2' }]);
    expect([log.find(0), log.find(3), log.find(1.5)]).toEqual([null, null, null]);
    expect(new RevisionLog().rollbackTarget()).toBeNull();
  });

  it('of 2,000 revisions of 20 parts looks at few of them for a new one, and at each once to find what to roll back to', () => {
    let looks = 0;
    const counted = (number: number, more: Partial<LogEntry> = {}): LogEntry => {
      const stable = Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`mf-${at}`, at === number % 20 ? `${at}.${number}` : `${at}.0`]),
      );
      const { stable: _, ...rest } = entry(number, {}, more);
      return {
        ...rest,
        get stable() {
          looks += 1;
          return stable;
        },
      };
    };
    const log = new RevisionLog();
    const cost = (run: () => void) => {
      looks = 0;
      run();
      return looks;
    };
    for (let number = 1; number <= 2_000; number += 1) expect(cost(() => log.add(counted(number)))).toBeLessThanOrEqual(4);
    expect(cost(() => log.rollbackTarget())).toBeLessThanOrEqual(4);
    expect(cost(() => expect(log.rollbackTarget(() => false)).toBeNull())).toBeLessThanOrEqual(4 * 2_000);
    expect(cost(() => log.add(counted(2_001, { cause: 'rollback', restores: 1 })))).toBeLessThanOrEqual(3 * 2_000);
    expect(cost(() => log.add(counted(2_002, { cause: 'rollback', restores: 2_001 })))).toBeLessThanOrEqual(4);
  });
});
