import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Envelope, generateSigningKey, keyId, openTarget, readSigningKey, signTarget, trust, UntrustedError } from './envelope';
import { localEntrySchema } from './local-part';
import {
  ExpiredError,
  localPartsOf,
  LONGEST_PREVIEW_TOKEN,
  openPreview,
  type Preview,
  previewed,
  previewEnvelope,
  type ReleasesPreview,
  signPreview,
  withFittingFallbacks,
} from './preview';
import { refOf } from './release-id';
import { part, Shelf, descriptor, target } from './testing';

const [key, stranger] = [generateSigningKey(), generateSigningKey()].map(readSigningKey) as [
  ReturnType<typeof readSigningKey>,
  ReturnType<typeof readSigningKey>,
];
const EXPIRY = '2026-01-08T00:00:00.000Z';
const before = new Date(Date.parse(EXPIRY) - 1);

const preview = (parts: Preview['parts'], more: Partial<ReleasesPreview> = {}): ReleasesPreview => ({
  schema: 1,
  environment: 'production',
  id: 'p1',
  parts,
  expiresAt: EXPIRY,
  createdBy: 'alice',
  ...more,
});
const signed = preview({ 'mf-a': refOf(descriptor({ name: 'mf-a', version: '1.2.0' })) });
const token = signPreview(signed, key);
const opened = (text: string, keys = trust(key), now = before) => openPreview(previewEnvelope(text), keys, 'production', now);

describe('a preview as text', () => {
  it('opens with what was signed, needs no escaping in links and cookies', () => {
    expect(opened(token)).toEqual(signed);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  it('is refused with any change', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...'ABCwxyz0189+/=-_. \n'), fc.boolean(), (place, put, isInserted) => {
        const at = place % token.length;
        const changed = token.slice(0, at) + put + token.slice(isInserted ? at : at + 1);
        fc.pre(changed !== token);
        expect(() => opened(changed)).toThrow(UntrustedError);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['that a stranger signed', signPreview(signed, stranger), 'not signed with a trusted key'],
    [
      'of another environment',
      signPreview({ ...signed, environment: 'staging' }, key),
      'The preview is for staging, and this is production.',
    ],
    ['of a later schema', signPreview({ ...signed, schema: 2 as 1 }, key), 'a form that is not known here'],
    [
      'that names a trusted key for what a stranger signed',
      signPreview(signed, stranger).replace(keyId(stranger), keyId(key)),
      'not signed',
    ],
    ['that is empty', '', 'not in an envelope'],
    ['of any length', `${'a'.repeat(100_000)}`, 'not in an envelope'],
  ])('%s is refused, and told why', (_what, text, message) => {
    expect(() => opened(text)).toThrow(UntrustedError);
    expect(() => opened(text)).toThrow(message);
  });

  it('expires at its time', () => {
    expect(() => opened(token, trust(key), new Date(EXPIRY))).toThrow(ExpiredError);
    expect(() => opened(token, trust(key), new Date(EXPIRY))).toThrow(/^The preview was valid until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(() => opened(signPreview(signed, stranger), trust(key), new Date(EXPIRY))).not.toThrow(ExpiredError);
  });

  it('is refused where it would not fit into a cookie', () => {
    const many = (count: number) =>
      preview(
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`mf-part-${index}`, refOf(descriptor({ name: 'mf', version: `1.0.${index}` }))]),
        ),
      );
    expect(signPreview(many(20), key).length).toBeLessThanOrEqual(LONGEST_PREVIEW_TOKEN);
    expect(() => signPreview(many(200), key)).toThrow(expect.objectContaining({ code: 'preview-too-long' }));
  });
});

describe('a signature', () => {
  const live = target();
  const asTarget: Envelope = { ...previewEnvelope(token), payloadType: signTarget(live, key).payloadType };

  it('of a preview is none of a target', () => {
    // Contents that pass for both, so that only the signature tells them apart.
    const both = { ...live, ...signed };
    const text = signPreview(both, key);
    expect(opened(text)).toEqual(both);
    expect(() => openTarget(previewEnvelope(text), trust(key), 'production')).toThrow('not in an envelope');
    expect(() => openTarget({ ...previewEnvelope(text), payloadType: asTarget.payloadType }, trust(key), 'production')).toThrow(
      'not signed',
    );
  });

  it('of a target is none of a preview', () => {
    const envelope = signTarget({ ...signed, ...live }, key);
    expect(() => openPreview(envelope, trust(key), 'production', before)).toThrow('not in an envelope');
    const { payloadType } = previewEnvelope(token);
    expect(() => openPreview({ ...envelope, payloadType }, trust(key), 'production', before)).toThrow('not signed');
  });
});

describe('a previewed target', () => {
  const shelf = new Shelf();
  const known = new Map<string, ReturnType<typeof descriptor>>();
  const add = (...input: Parameters<Shelf['add']>) => {
    const ref = shelf.add(...input);
    known.set(ref.id, shelf.read(ref.id));
    return ref;
  };
  const provides = (version: string) => ({ provides: { react: { version, files: [], consumes: [] } } });
  const requires = (range: string) => ({ requires: { react: { range, singleton: true } } });
  const shell = add({ name: 'shell', version: '1.0.0', ...provides('19.0.0') });
  const shell2 = add({ name: 'shell', version: '2.0.0', ...provides('20.0.0') });
  const old = add({ name: 'mf-a', version: '0.9.0' });
  const live = add({ name: 'mf-a', version: '1.0.0', ...requires('^19.0.0') });
  const candidate = add({ name: 'mf-a', version: '1.1.0' });
  const next = add({ name: 'mf-a', version: '1.2.0', ...requires('>=19.0.0') });
  const other = add({ name: 'mf-b', version: '1.0.0' });
  const otherCandidate = add({ name: 'mf-b', version: '1.1.0' });
  const served = target({
    number: 7,
    parts: {
      shell: part(shell),
      'mf-a': part(live, {
        candidate: { release: candidate, basisPoints: 500, cohort: 'c' },
        fallback: old,
        disabled: { message: 'Later.' },
      }),
      'mf-b': part(other, { candidate: { release: otherCandidate, basisPoints: 500, cohort: 'd' }, disabled: { message: 'Closed.' } }),
    },
  });

  const shown = (what: Preview, releases = known) => withFittingFallbacks(previewed(served, what), releases);

  it('has the named releases as stable, without candidates, switched on, falling back to what is stable live', () => {
    expect(shown(preview({ 'mf-a': next })).parts['mf-a']).toEqual(part(next, { fallback: live }));
  });

  it('leaves everything else as it is live', () => {
    const { parts, ...rest } = shown(preview({ 'mf-a': next }));
    expect({ ...rest, parts: { ...parts, 'mf-a': served.parts['mf-a'] } }).toEqual(served);
  });

  it('shows to everybody what is a candidate live, and keeps the fallback of what is stable already', () => {
    expect(shown(preview({ 'mf-a': candidate })).parts['mf-a']).toEqual(part(candidate, { fallback: live }));
    expect(shown(preview({ 'mf-a': live })).parts['mf-a']).toEqual(part(live, { fallback: old }));
  });

  it('falls back to nothing that does not fit, be it named or not', () => {
    const { parts } = shown(preview({ shell: shell2, 'mf-a': next }));
    expect([parts['mf-a']?.fallback, parts.shell?.fallback]).toEqual([null, shell]);
    const needy = add({ name: 'mf-c', version: '1.0.0', ...requires('^20.0.0') });
    expect(shown(preview({ shell: shell2, 'mf-a': next, 'mf-c': needy })).parts.shell?.fallback).toBeNull();
  });

  it('falls back to nothing that could not be read', () => {
    const unread = new Map([...known].filter(([id]) => id !== old.id));
    expect(shown(preview({ 'mf-a': live }), unread).parts['mf-a']?.fallback).toBeNull();
  });

  it('has parts that are not live yet', () => {
    const added = add({ name: 'mf-new', version: '1.0.0' });
    expect(shown(preview({ 'mf-new': added })).parts['mf-new']).toEqual(part(added));
  });
});

describe('a preview with local parts', () => {
  const routes = [{ path: '/b', page: './b', title: 'B', access: 'public' as const }];
  const local = (entry: string, name = 'mf-b'): Preview => ({ ...preview({}), schema: 3, local: { [name]: { entry, routes } } });

  it('shows them in place of what is live, which need not fit then', () => {
    const live = target();
    live.parts['mf-b'] = part(refOf(descriptor({ name: 'mf-b', version: '1.0.0' })));
    expect(Object.keys(previewed(live, local('http://localhost:4300/x.js')).parts)).toEqual(['shell']);
    expect(localPartsOf(opened(signPreview(local('http://127.0.0.1:4300/x.js'), key)) as Preview)).toEqual({
      'mf-b': { entry: 'http://127.0.0.1:4300/x.js', routes },
    });
    expect(localPartsOf(signed)).toEqual({});
  });

  it.each([
    'https://evil.example.com/x.js',
    'http://localhost.example.com/x.js',
    'http://localhost@evil.example.com/x.js',
    'http://u:p@localhost/x.js',
    'ftp://localhost/x.js',
    '//localhost/x.js',
    'javascript:alert(1)',
    'http://192.168.0.1/x.js',
    `http://localhost/${'x'.repeat(200)}`,
  ])('is not opened, nor signed, with the entry %s', (entry) => {
    expect(localEntrySchema.safeParse(entry).success).toBe(false);
    expect(() => opened(signPreview(local(entry), key))).toThrow(UntrustedError);
  });

  it('fits into a link with as many routes as a large remote has, and opens with all of them', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      path: `/page-${index}`,
      page: `./page-${index}/page-${index}`,
      title: `Page ${index}`,
      access: 'public' as const,
    }));
    const large: Preview = { ...preview({}), schema: 3, local: { 'mf-b': { entry: 'http://localhost:4300/x.js', routes: many } } };
    const text = signPreview(large, key);
    expect([text.length <= LONGEST_PREVIEW_TOKEN, opened(text)]).toEqual([true, large]);
    expect(text).toMatch(/^~[\w.-]+$/);
    const [payload = '', ...rest] = text.split('.');
    const bomb = `~${deflateRawSync(Buffer.alloc(2_000_000)).toString('base64url')}`;
    for (const forged of [bomb, `${payload.slice(0, -4)}AAAA`, '~', '~~', `~${payload}`])
      expect(() => opened([forged, ...rest].join('.'))).toThrow(UntrustedError);
  });

  it('is not opened with a shell, which starts before anything else could say what it is', () => {
    expect(() => opened(signPreview(local('http://localhost:4300/x.js', 'shell'), key))).toThrow(UntrustedError);
  });
});
