/**
 * Rehearsal: releases that were opened in a browser, page by page, beside everything else that was live, before they are live themselves. Who
 * made one says what the browser found; the verdict follows from that.
 */
import { releaseNameSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { canonicalJson } from './canonical-json';
import { sha256 } from './sha256';
import type { Command } from './commands';
import { verdictOfPage } from './rehearsal-reading';
import { hashSchema, type ReleaseRef, releaseRefSchema } from './release-id';
import { liveIds, type Parts } from './target';

/** Bounds of one rehearsal. */
export const REHEARSAL_LIMITS = {
  /** Pages, each width counted by itself. */
  pages: 400,
  /** Findings of a page. */
  findings: 30,
  /** Characters of a finding, a path and a reason. */
  text: 500,
  /** Bytes of one picture, and of all together. */
  picture: 4 * 1024 * 1024,
  pictures: 96 * 1024 * 1024,
};

/** Cumulative layout shift above which a page is in need of improvement (web.dev). */
export const MOST_LAYOUT_SHIFT = 0.1;

const text = z.string().check(z.minLength(1), z.maxLength(REHEARSAL_LIMITS.text));
const count = z.int().check(z.nonnegative());

export const findingKindSchema = z.enum([
  'not-shown',
  'uncaught-error',
  'console-error',
  'failed-request',
  'accessibility',
  'layout-shift',
]);

export const rehearsalFindingSchema = z.strictObject({
  kind: findingKindSchema,
  text,
  /** Whether the page that is live has it as well: then it says nothing against the candidate. */
  isLive: z.boolean(),
});

/** A PNG, by its SHA-256. */
export const pictureSchema = z.strictObject({
  sha256: hashSchema,
  bytes: z.int().check(z.positive(), z.maximum(REHEARSAL_LIMITS.picture)),
});

/** An address in a window of a width. */
export const rehearsedPageSchema = z.strictObject({
  path: text.check(z.startsWith('/')),
  /** Of the window, in CSS pixels. */
  width: z.int().check(z.positive(), z.maximum(4_096)),
  findings: z.array(rehearsalFindingSchema).check(z.maxLength(REHEARSAL_LIMITS.findings)),
  /** Cumulative, while the page is loaded. */
  layoutShift: z.number().check(z.nonnegative()),
  /**
   * How the picture differs from that of what is live, in pixels. `unstable` are those that differ between two visits of the same page, and count
   * for nothing. Null where nothing is live to compare with.
   */
  pixels: z.nullable(z.strictObject({ total: count, changed: count, unstable: count })),
  /** `live` is null where there is none; `difference` also where nothing differs. */
  pictures: z.strictObject({
    live: z.nullable(pictureSchema),
    candidate: z.nullable(pictureSchema),
    difference: z.nullable(pictureSchema),
  }),
});

/** What whoever rehearsed says of it. */
export const rehearsalReportSchema = z
  .strictObject({
    /** Why no browser has looked; null if one has. */
    notRun: z.nullable(text),
    pages: z.array(rehearsedPageSchema).check(z.maxLength(REHEARSAL_LIMITS.pages)),
    /** Paths of public routes that no browser has opened, and why. */
    unvisited: z.array(z.strictObject({ path: text, reason: text })).check(z.maxLength(REHEARSAL_LIMITS.pages)),
  })
  .check(
    z.refine(({ notRun, pages }) => notRun === null || pages.length === 0, 'What was not run has no pages'),
    z.refine(
      (report) => picturesOf(report).reduce((sum, { bytes }) => sum + bytes, 0) <= REHEARSAL_LIMITS.pictures,
      'The pictures are too large',
    ),
  );

export const rehearsalVerdictSchema = z.enum(['passed', 'failed', 'not-run']);

export const rehearsalSummarySchema = z.object({
  id: z.int(),
  environment: z.string(),
  /** By the names of their parts. */
  releases: z.record(releaseNameSchema, releaseRefSchema),
  /** Number of the revision that was live. */
  revision: z.int(),
  verdict: rehearsalVerdictSchema,
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
});

export const rehearsalSchema = z.object({ ...rehearsalSummarySchema.shape, ...rehearsalReportSchema.shape });

/** The newest rehearsal of the releases of a command, as its revision names it. */
export const namedRehearsalSchema = z.object({
  id: z.int(),
  verdict: rehearsalVerdictSchema,
  /** Whether other parts had other stable releases then. */
  isOutdated: z.boolean(),
});

export type RehearsalFinding = z.infer<typeof rehearsalFindingSchema>;
export type Picture = z.infer<typeof pictureSchema>;
export type RehearsedPage = z.infer<typeof rehearsedPageSchema>;
export type RehearsalReport = z.infer<typeof rehearsalReportSchema>;
export type RehearsalVerdict = z.infer<typeof rehearsalVerdictSchema>;
export type RehearsalSummary = z.infer<typeof rehearsalSummarySchema>;
export type Rehearsal = z.infer<typeof rehearsalSchema>;
export type NamedRehearsal = z.infer<typeof namedRehearsalSchema>;

export const picturesOf = ({ pages }: Pick<RehearsalReport, 'pages'>): Picture[] => [
  ...new Map(
    pages.flatMap(({ pictures }) => Object.values(pictures).flatMap((picture) => (picture ? [[picture.sha256, picture] as const] : []))),
  ).values(),
];

/** A page that looks different is for people to judge; one that has new findings has failed. A rehearsal without pages was not run. */
export function verdictOf({ pages }: Pick<RehearsalReport, 'pages'>): RehearsalVerdict {
  if (pages.length === 0) return 'not-run';
  return pages.some((page) => verdictOfPage(page) === 'failed') ? 'failed' : 'passed';
}

type Releases = Readonly<Record<string, ReleaseRef>>;

/** The same for the same releases, and for no others. */
export const releasesKey = (releases: Releases): string =>
  sha256(canonicalJson(Object.fromEntries(Object.entries(releases).map(([name, { id }]) => [name, id]))));

/** The same for the same stable releases of all other parts. */
export const besideKey = (parts: Parts, releases: Releases): string =>
  releasesKey(Object.fromEntries(Object.entries(parts).flatMap(([name, { stable }]) => (releases[name] ? [] : [[name, stable]]))));

/** Whether a command shows releases to visitors that none of them gets yet. Raising the share of a candidate does not. */
export function showsNewReleases(command: Command, parts: Parts): boolean {
  if (!('releases' in command)) return false;
  const live = liveIds(parts);
  return Object.values(command.releases).some(({ id }) => !live.has(id));
}
