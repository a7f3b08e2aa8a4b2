/**
 * Preview: releases that are shown to whoever has its link, as if they were live. Whoever serves it needs the trusted keys, its environment and
 * the time, and nothing else.
 */
import type { KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ReleaseDescriptor, releaseNameSchema, SHELL_NAME } from '@site/contracts/release';
import * as z from 'zod/mini';
import { type ContentType, type Envelope, openContents, signContents, type TrustedKeys, UntrustedError } from './envelope';
import { fits } from './fallback';
import { type LocalParts, localPartSchema } from './local-part';
import { Refusal } from './refusal';
import { releaseRefSchema } from './release-id';
import { type Replay, replaySchema } from './replay';
import { readFrom } from './solver';
import type { Part, Target } from './target';
import { utcText } from './wall-clock';

export const previewSchema = z.object({
  schema: z.literal(1),
  environment: z.string(),
  /** Tells it from others, in logs and in the audit. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The releases that it shows, by the names of their parts. */
  parts: z.record(releaseNameSchema, releaseRefSchema),
  /** ISO 8601 time. */
  expiresAt: z.iso.datetime(),
  createdBy: z.string(),
});

/** One with parts from the machine of whoever looks at it. Of a schema of its own, so that an edge from before refuses it and does not leave them out. */
export const localPreviewSchema = z.extend(previewSchema, {
  schema: z.literal(3),
  local: z.record(releaseNameSchema, localPartSchema).check(
    z.refine((local) => Object.keys(local).length > 0, 'it has no local part'),
    z.refine((local) => !(SHELL_NAME in local), 'the shell is no local part'),
  ),
});

export type ReleasesPreview = z.infer<typeof previewSchema>;
export type LocalPreview = z.infer<typeof localPreviewSchema>;
export type Preview = ReleasesPreview | LocalPreview;

/** What a preview shows from the machine of whoever looks at it. */
export const localPartsOf = (preview: Preview): LocalParts => (preview.schema === 3 ? preview.local : {});

/** What a link shows: releases beside what is live, or what a revision composed. */
export type Shown = Preview | Replay;

export const isReplay = (shown: Shown): shown is Replay => 'revision' in shown;

const PREVIEW: ContentType<Shown> = {
  payloadType: 'application/vnd.site.preview+json',
  name: 'preview',
  schema: z.union([previewSchema, replaySchema, localPreviewSchema]),
};

/** Characters of a token. Browsers keep cookies of 4,096 with their names. */
export const LONGEST_PREVIEW_TOKEN = 3_800;

/** What was to be trusted until a time that has passed. */
export class ExpiredError extends UntrustedError {
  override name = 'ExpiredError';
}

/** What was to be trusted until the registry took it back. */
export class RevokedError extends UntrustedError {
  override name = 'RevokedError';
}

/** Stands before a payload that is compressed, as that of many routes has to be. */
const COMPRESSED = '~';
/** Most bytes of a payload: whoever makes up a token costs no more than that. */
const LONGEST_PAYLOAD = 50_000;

/**
 * A signed preview as text for links and cookies: payload, key id and signature, with dots between.
 * @throws Refusal `preview-too-long`
 */
export function signPreview(preview: Shown, key: KeyObject): string {
  const { payload, signatures } = signContents(PREVIEW, preview, [key]);
  const signed = signatures.flatMap(({ keyid, sig }) => [keyid, urlSafe(sig)]);
  const plain = [urlSafe(payload), ...signed].join('.');
  if (plain.length <= LONGEST_PREVIEW_TOKEN) return plain;
  const bytes = Buffer.from(payload, 'base64');
  const token = [COMPRESSED + deflateRawSync(bytes, { level: 9 }).toString('base64url'), ...signed].join('.');
  if (token.length <= LONGEST_PREVIEW_TOKEN && bytes.length <= LONGEST_PAYLOAD) return token;
  throw new Refusal('preview-too-long', 'A preview of so many releases does not fit into a link.', {
    characters: token.length,
    most: LONGEST_PREVIEW_TOKEN,
  });
}

const TOKEN = /^(~?[\w-]+)\.([0-9a-f]{64})\.([\w-]{86})$/;

/** The envelope that a token stands for. @throws UntrustedError for a text that stands for none. */
export function previewEnvelope(token: string): Envelope {
  const [, payload, keyid, sig] = (token.length <= LONGEST_PREVIEW_TOKEN && TOKEN.exec(token)) || [];
  if (payload === undefined || keyid === undefined || sig === undefined || ![payload.replace(COMPRESSED, ''), sig].every(isBase64Url)) {
    throw new UntrustedError('The preview is not in an envelope.');
  }
  const standardPayload = payload.startsWith(COMPRESSED) ? inflated(payload.slice(COMPRESSED.length)) : standard(payload);
  return { payloadType: PREVIEW.payloadType, payload: standardPayload, signatures: [{ keyid, sig: standard(sig) }] };
}

function inflated(payload: string): string {
  try {
    return inflateRawSync(Buffer.from(payload, 'base64url'), { maxOutputLength: LONGEST_PAYLOAD }).toString('base64');
  } catch (cause) {
    throw new UntrustedError('The preview is not in an envelope.', { cause });
  }
}

/** @throws ExpiredError after its time; UntrustedError if a trusted key has not signed it for this environment. */
export function openPreview(envelope: Envelope, keys: TrustedKeys, environment: string, now: Date): Shown {
  const preview = openContents(PREVIEW, envelope, keys, environment);
  assertNotExpired(preview, now);
  return preview;
}

/** @throws ExpiredError */
export function assertNotExpired({ expiresAt }: Shown, now: Date): void {
  const end = new Date(expiresAt);
  if (end <= now) throw new ExpiredError(`The preview was valid until ${utcText(end)}.`);
}

/**
 * The target as whoever opens the preview gets it, without local parts: its releases are stable, without candidates, switched on, and fall
 * back to what is stable live.
 */
export function previewed(target: Target, preview: Preview): Target {
  const { parts: named } = preview;
  const local = localPartsOf(preview);
  const shown = Object.entries(named).map(([name, stable]): [string, Part] => {
    const live = target.parts[name];
    const fallback = live && (live.stable.id === stable.id ? live.fallback : live.stable);
    return [name, { stable, candidate: null, fallback: fallback ?? null, disabled: null }];
  });
  const others = Object.entries({ ...target.parts, ...Object.fromEntries(shown) }).filter(([name]) => !(name in local));
  return { ...target, parts: Object.fromEntries(others) };
}

/**
 * The target without fallbacks that do not fit beside the rest.
 * @param releases Descriptors of all releases that are live or in the preview, by id. A fallback that is not among them is left out.
 */
export function withFittingFallbacks(target: Target, releases: ReadonlyMap<string, ReleaseDescriptor>): Target {
  const { parts } = target;
  const read = readFrom(releases);
  const isUsable = (name: string, { fallback }: Part) =>
    fallback !== null && releases.has(fallback.id) && fits(parts, name, fallback.id, read);
  const fitting = Object.entries(parts).map(([name, part]): [string, Part] => [
    name,
    isUsable(name, part) ? part : { ...part, fallback: null },
  ]);
  return { ...target, parts: Object.fromEntries(fitting) };
}

const urlSafe = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url');
const standard = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('base64');

/** Whether the text is the one encoding of its bytes. */
const isBase64Url = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text;
