import { describe, expect, it } from '@jest/globals';
import { generateSigningKey, readSigningKey, trust } from './envelope';
import { isReplay, openPreview, previewEnvelope, signPreview } from './preview';
import { refOf } from './release-id';
import { isNamedBy, type Replay, replayed } from './replay';
import { descriptor, part, target } from './testing';
import { targetHash } from './target';

const ref = (name: string, version: string) => refOf(descriptor({ name, version }));
const [one, two, fallback] = [ref('mf-a', '1.0.0'), ref('mf-a', '1.1.0'), ref('mf-a', '0.9.0')];
const candidate = { release: two, basisPoints: 500, cohort: 'revision-3' };
const live = target({
  number: 12,
  parts: {
    shell: part(ref('shell', '1.0.0'), { fallback: ref('shell', '0.9.0') }),
    'mf-a': part(one, { candidate, fallback }),
    'mf-b': part(ref('mf-b', '1.0.0'), { disabled: { message: 'Back at noon.' } }),
  },
});

const key = readSigningKey(generateSigningKey());
const replay = (of = live): Replay => ({
  schema: 2,
  environment: 'production',
  id: '1a0ee5a4-ee9b-4c3f-8f0a-3b1f5b9a5a77',
  revision: { number: of.number, hash: targetHash(of), createdAt: '2026-05-03T12:00:00.000Z' },
  candidates: false,
  expiresAt: '2026-05-10T12:00:00.000Z',
  createdBy: 'a-token-with-a-name-of-forty-characters.',
});

describe('a replay', () => {
  it('shows what was stable, with its parameters and policy and what was switched off, and nothing to fall back to', () => {
    const shown = replayed(live, { candidates: false });
    expect(shown).toEqual({
      ...live,
      parts: {
        shell: part(ref('shell', '1.0.0')),
        'mf-a': part(one),
        'mf-b': part(ref('mf-b', '1.0.0'), { disabled: { message: 'Back at noon.' } }),
      },
    });
  });

  it('shows the candidates in place of what was stable when it is made for them', () => {
    const { parts } = replayed(live, { candidates: true });
    expect([parts['mf-a'], parts.shell]).toEqual([part(two), part(ref('shell', '1.0.0'))]);
  });

  it('is a link of less than 2,000 characters, also of a target with many parts', () => {
    const names = Array.from({ length: 20 }, (_, index) => `mf-part-${index}`);
    const many = target({ parts: Object.fromEntries(['shell', ...names].map((name) => [name, part(ref(name, '10.20.30'))])) });
    const token = signPreview(replay(many), key);
    expect(`https://www.example.com/_preview/${token}`.length).toBeLessThan(2_000);
    const opened = openPreview(previewEnvelope(token), trust(key), 'production', new Date('2026-05-04T12:00:00Z'));
    expect([opened, isReplay(opened)]).toEqual([replay(many), true]);
  });

  it('names the one target that has its hash', () => {
    expect(isNamedBy(replay(), live)).toBe(true);
    expect(isNamedBy(replay(), { ...live, params: { ...live.params, brand: 'Another' } })).toBe(false);
    expect(isNamedBy(replay(), replayed(live, replay()))).toBe(false);
    for (const other of [null, undefined, {}, 'target']) expect(isNamedBy(replay(), other)).toBe(false);
  });
});
