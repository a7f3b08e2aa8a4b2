import { beforeEach, expect, it } from '@jest/globals';
import type { Chosen } from '@site/release-model/choice';
import { countsBatchSchema, MOST_COUNTS } from '@site/release-model/document-counts';
import { DocumentCounts } from './document-counts';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-22T10:00:30Z');

let time: number;
let counts: DocumentCounts;
beforeEach(() => {
  time = START;
  counts = new DocumentCounts({ now: () => new Date(time) });
});

const chosen = (part: string, id: string, cohort = ''): Chosen => ({
  part,
  release: { version: '1.0.0', id: id.repeat(64) },
  cohort,
  fallback: null,
});
const [shell, remote] = [chosen('shell', 'a'), chosen('mf-a', 'b')];
const summary = () => counts.next()?.counts.map(({ minute, part, cohort, documents }) => [minute.slice(11, 16), part, cohort, documents]);

it('documents are counted by minute, part, release and cohort', () => {
  counts.count([shell, remote]);
  counts.count([shell, chosen('mf-a', 'c', 'revision-2')]);
  time += MINUTE_MS;
  counts.count([shell, remote]);
  expect(summary()).toEqual([
    ['10:00', 'shell', '', 2],
    ['10:00', 'mf-a', '', 1],
    ['10:00', 'mf-a', 'revision-2', 1],
    ['10:01', 'shell', '', 1],
    ['10:01', 'mf-a', '', 1],
  ]);
  expect(countsBatchSchema.safeParse(counts.next()).success).toBe(true);
});

it('a batch stays the same until it is taken, and what is counted meanwhile is in the next', () => {
  counts.count([shell]);
  const first = structuredClone(counts.next());
  counts.count([shell]);
  expect(counts.next()).toEqual(first);
  counts.taken();
  const second = counts.next();
  expect([second?.counts[0]?.documents, second?.id === first?.id]).toEqual([1, false]);
  counts.taken();
  expect(counts.next()).toBeNull();
});

it('nothing is lost while the registry is away for an hour, and after that the oldest minutes are, which is counted', () => {
  for (let minute = 0; minute < 60; minute += 1, time += MINUTE_MS) counts.count([shell]);
  const documents = () => counts.next()?.counts.reduce((sum, count) => sum + count.documents, 0);
  expect([documents(), counts.dropped]).toEqual([60, 0]);
  counts.taken();

  counts.count([shell, shell]);
  time += 30 * MINUTE_MS;
  counts.count([shell]);
  time += 31 * MINUTE_MS;
  expect([documents(), counts.dropped]).toEqual([1, 2]);
  time += 31 * MINUTE_MS;
  expect([counts.next(), counts.dropped]).toEqual([null, 3]);
});

it('more than fits in a batch comes in the next one', () => {
  const many = Array.from({ length: MOST_COUNTS + 1 }, (_, index) => chosen('mf-a', 'b', `revision-${index}`));
  counts.count(many);
  expect(counts.batches).toBe(2);
  expect(counts.next()?.counts).toHaveLength(MOST_COUNTS);
  expect(counts.batches).toBe(2);
  counts.taken();
  expect(counts.batches).toBe(1);
  expect(counts.next()?.counts).toHaveLength(1);
});
