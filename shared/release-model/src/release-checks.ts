/** What a release must be to be published: the same checks in the registry and, before that, in a team's own pipeline. */
import { carriesHashes, type ReleaseDescriptor, releaseDescriptorSchema, SHELL_NAME } from '@site/contracts/release';
import { pathPattern } from '@site/contracts/path-pattern';
import { CONTRACT_VERSION, isPageRoute } from '@site/contracts/remote-config';
import * as z from 'zod/mini';
import { isKeepable, isShort, isShowable, MOST_CHARACTERS } from './keepable-text';
import { PathClaims } from './path-ownership';
import { Refusal } from './refusal';
import type { Limits } from './release-limits';

export interface BuiltRelease {
  descriptor: ReleaseDescriptor;
  /** What is really there, by path. */
  files: ReadonlyMap<string, { size: number; integrity: string }>;
  /** Texts of the scripts that carry hashes of others, by path. */
  scripts: ReadonlyMap<string, string>;
}

const invalid = (message: string, details?: Record<string, unknown>) => new Refusal('release-invalid', message, details);

/** A descriptor of the most files and routes has a tenth of it. Of a text of nothing else, parsing makes seconds of work. */
const MOST_BRACKETS = 100_000;

/** The descriptor that a text is. @throws Refusal `release-invalid`, which also says it of a pattern that is too long. */
export function parseDescriptor(text: string): ReleaseDescriptor {
  if (hasManyBrackets(text)) throw invalid(`release.json is not a descriptor: it has more than ${MOST_BRACKETS} brackets.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('release.json is not JSON.');
  }
  const result = releaseDescriptorSchema.safeParse(value);
  if (result.success && !isKeepable(result.data)) throw invalid('release.json has a text with a zero character, or with half a character.');
  // Links are quoted from scripts, as they stand there.
  if (result.success && !isShowable({ ...result.data, links: [] }))
    throw invalid('release.json has a text with a character that cannot be shown.');
  // Lists of releases have the team in them, and documents and manifests the titles.
  if (result.success && !isShort(result.data)) throw invalid(`release.json has a text of more than ${MOST_CHARACTERS} characters.`);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 10).map(({ path, message }) => ({ path: path.join('/'), message }));
  const [first] = issues;
  throw invalid(`release.json is not a descriptor: ${first?.path && `${first.path} `}${first?.message}.`, { issues });
}

function hasManyBrackets(text: string): boolean {
  let brackets = 0;
  for (let index = 0; index < text.length && brackets <= MOST_BRACKETS; index += 1) {
    const character = text[index];
    if (character === '[' || character === '{') brackets += 1;
  }
  return brackets > MOST_BRACKETS;
}

/** In the order in which the registry looks. Each throws a {@link Refusal}. */
const CHECKS = {
  contract: checkContract,
  hashes: checkFiles,
  references: checkReferences,
  routes: checkRoutes,
  module: checkModule,
  chunks: checkChunks,
  size: checkSize,
} satisfies Record<string, (release: BuiltRelease, limits: Limits) => void>;

/** What one gate says: null where nothing is refused. */
export interface Finding {
  gate: string;
  refusal: Refusal | null;
}

/** Every gate of a publication, whatever the others say. */
export const publishFindings = (release: BuiltRelease, limits: Limits): Finding[] =>
  Object.entries(CHECKS).map(([gate, check]) => finding(gate, () => check(release, limits)));

/** @throws Refusal `release-invalid`, `contract-not-supported` or `release-too-large`: the first that there is. */
export function assertPublishable(release: BuiltRelease, limits: Limits): void {
  for (const check of Object.values(CHECKS)) check(release, limits);
}

/** What a check throws as what its gate says. */
export function finding(gate: string, check: () => void): Finding {
  try {
    check();
    return { gate, refusal: null };
  } catch (error) {
    if (error instanceof Refusal) return { gate, refusal: error };
    throw error;
  }
}

function checkContract({ descriptor: { contract } }: BuiltRelease): void {
  if (contract === CONTRACT_VERSION) return;
  const message = 'The release was built for another version of the contract between shell and remote.';
  throw new Refusal('contract-not-supported', message, { release: contract, supported: CONTRACT_VERSION });
}

/** Whether a release is of the team that its part belongs to. @throws Refusal `team-mismatch` */
export function assertOwnedBy(owner: string, { name, team }: Pick<ReleaseDescriptor, 'name' | 'team'>): void {
  if (team !== owner) throw new Refusal('team-mismatch', `${name} belongs to the team ${owner}, not to ${team}.`, { owner, offered: team });
}

/** Whether a segment of a path is `.` or `..`. */
export const hasDots = (path: string): boolean => /\/\.{1,2}(?=[/?]|$)/.test(path);

/** Where the paths of a part may begin: null for anywhere. */
export const prefixesSchema = z.nullable(
  z
    .array(
      z.string().check(z.maxLength(200), z.regex(/^\/(?:[\w.-]+(?:\/[\w.-]+)*)?$/, 'a prefix is a path of plain names, such as /games')),
    )
    .check(z.minLength(1), z.maxLength(50)),
);

export type Prefixes = z.infer<typeof prefixesSchema>;

/**
 * Whether each path of a release begins with a prefix of its part, in whole segments. `/` is the home page alone.
 * @throws Refusal `path-outside-prefixes`, naming the first that does not.
 */
export function assertWithinPrefixes(prefixes: Prefixes, { name, routes }: Pick<ReleaseDescriptor, 'name' | 'routes'>): void {
  if (prefixes === null) return;
  const outside = routes.find(({ path }) => !prefixes.some((prefix) => isWithin(path, prefix)));
  if (!outside) return;
  const message = `${outside.path} begins with none of the prefixes of ${name}: ${prefixes.join(', ')}.`;
  throw new Refusal('path-outside-prefixes', message, { path: outside.path, prefixes });
}

function isWithin(path: string, prefix: string): boolean {
  if (prefix === '/') return path === '/';
  const pattern = pathPattern(path);
  // A parameter or something optional at the beginning could be any other path.
  return pathPattern(prefix).every(({ text }, index) => {
    const segment = pattern[index];
    return segment !== undefined && !segment.isParameter && !segment.isOptional && segment.text === text;
  });
}

/** Whether an archive is within its bounds. The registry counts the same while it reads one. @throws Refusal `release-too-large` */
export function assertArchiveBounds(
  archive: { bytes: number; descriptorBytes: number; files: BuiltRelease['files'] },
  limits: Limits,
): void {
  const sizes = [...archive.files].map(([path, { size }]) => ({ path, size }));
  const large = sizes.find(({ size }) => size > limits.file);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  if (large) throw new Refusal('release-too-large', `${large.path} is too large.`);
  if (sizes.length > limits.files) throw new Refusal('release-too-large', `A release has at most ${limits.files} files.`);
  if (archive.descriptorBytes > limits.descriptor || total > limits.total || archive.bytes > limits.archive) {
    throw new Refusal('release-too-large', 'The release is larger than allowed.');
  }
}

/** The files that are listed are those that there are, they are what their hashes say, and a disk can hold them together. */
function checkFiles({ descriptor, files }: BuiltRelease): void {
  const listed = new Set(descriptor.files.map(({ path }) => path));
  checkPlaces(descriptor);
  for (const { path, size, integrity } of descriptor.files) {
    const file = files.get(path);
    if (!file) throw invalid(`${path} is listed and not in the archive.`);
    if (file.size !== size || file.integrity !== integrity) throw invalid(`${path} differs from what the descriptor says.`);
    // Their places are taken by the compressed forms that are made of every release.
    if (/\.(br|gz)(\/|$)/i.test(path) || path.endsWith('.')) throw invalid(`${path} has an ending that is not allowed.`);
  }
  const unlisted = [...files.keys()].find((path) => !listed.has(path));
  if (unlisted !== undefined) throw invalid(`${unlisted} is in the archive and not listed.`);
}

/** No file has the place of another, or of a folder of another, also on a disk for which A and a are the same. */
function checkPlaces({ files }: ReleaseDescriptor): void {
  const places = new Map<string, string>();
  for (const { path } of files) {
    const other = places.get(path.toLowerCase());
    if (other !== undefined) throw invalid(other === path ? `${path} is listed twice.` : `${path} differs from ${other} in its case only.`);
    places.set(path.toLowerCase(), path);
  }
  for (const [place, path] of places)
    for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1)) {
      const file = places.get(place.slice(0, end));
      if (file !== undefined) throw invalid(`${file} is a file, and would be a folder of ${path}.`);
    }
}

/** Whatever the descriptor names must be among its files, and nothing that browsers load may lie in `server/`. */
function checkReferences({ descriptor }: BuiltRelease): void {
  const listed = new Set(descriptor.files.map((file) => file.path));
  for (const path of [...descriptor.entries, ...moduleFiles(descriptor)]) {
    if (!listed.has(path)) throw invalid(`${path} is referred to and not listed.`);
    if (path.startsWith('server/')) throw invalid(`${path} is for servers and referred to for browsers.`);
  }
  if (descriptor.server !== null && !(listed.has(descriptor.server) && descriptor.server.startsWith('server/'))) {
    throw invalid(`The server bundle ${descriptor.server} is not a listed file in server/.`);
  }
}

const moduleFiles = ({ exposes, provides }: ReleaseDescriptor): string[] =>
  [...Object.values(exposes), ...Object.values(provides)].flatMap(({ files }) => files);

/** First segments of addresses that are answered before any page is looked for. Those that begin with an underscore are kept for more of them. */
const RESERVED = new Set([
  ...['.well-known', 'api', 'assets', 'registry', 'healthz', 'metrics', 'readyz'],
  ...['apple-touch-icon.png', 'favicon.ico', 'favicon.svg', 'params.json', 'robots.txt', 'sitemap.xml'],
]);

/** Whether no visitor can get a page at this path. */
export function isReserved(path: string): boolean {
  const first = path.split('/')[1] ?? '';
  return first.startsWith('_') || RESERVED.has(first);
}

function checkRoutes({ descriptor: { name, routes, exposes } }: BuiltRelease): void {
  const claims = new PathClaims<string>();
  for (const route of routes) {
    if (hasDots(route.path)) throw invalid(`No browser asks for the path ${route.path}: it takes . and .. out of addresses.`);
    if (isReserved(route.path)) throw invalid(`No visitor reaches the path ${route.path}: something else of the site answers there.`);
    if (isPageRoute(route) && name !== SHELL_NAME && !exposes[route.page])
      throw invalid(`The page ${route.page} of ${route.path} is not exposed.`);
    if (claims.add(route, route.path).length > 0) throw invalid(`The path ${route.path} is declared twice.`);
  }
}

/** ES modules are for hosts that import them. The shell shows pages of Module Federation alone, and shares its modules with nothing else. */
function checkModule({ descriptor: { kind, name, routes, entries, exposes, provides, requires } }: BuiltRelease): void {
  if (kind !== 'esm') return;
  if (name === SHELL_NAME) throw invalid('The shell is no release of ES modules.');
  if (entries.length !== 1) throw invalid('A release of ES modules has one entry.');
  if (routes.length > 0) throw invalid('A release of ES modules has no routes: the shell shows none of its pages.');
  if ([exposes, provides, requires].some((modules) => Object.keys(modules).length > 0))
    throw invalid('A release of ES modules exposes, provides and requires no modules of Module Federation.');
}

/**
 * Browsers load an entry by its hash, and the other scripts by the hashes in the entry, or in a table whose hash is in the entry. A script without
 * one would run unverified. Those of ES modules are in the import map.
 */
function checkChunks({ descriptor, scripts }: BuiltRelease): void {
  const starting = new Set(descriptor.entries);
  const isChunk = ({ path }: { path: string }) => /\.[cm]?js$/.test(path) && !starting.has(path) && !path.startsWith('server/');
  const chunks = descriptor.kind === 'esm' ? [] : descriptor.files.filter(isChunk);
  const textsOf = (paths: readonly string[]) => paths.flatMap((path) => scripts.get(path) ?? []);
  const entries = textsOf(descriptor.entries);
  const tables = descriptor.files.filter(
    ({ path, integrity }) => carriesHashes(descriptor, path) && entries.some((text) => text.includes(integrity)),
  );
  const known = [...entries, ...textsOf(tables.map(({ path }) => path))];
  const unknown = chunks.find(({ integrity }) => !known.some((text) => text.includes(integrity)));
  if (unknown) throw invalid(`${unknown.path} would be loaded without its hash: no entry of the release has it.`, { path: unknown.path });
}

function checkSize({ descriptor }: BuiltRelease, { served: budgetBytes }: Limits): void {
  const served = descriptor.files.filter(({ path }) => !path.startsWith('server/') && !path.endsWith('.map'));
  const servedBytes = served.reduce((sum, { size }) => sum + size, 0);
  if (servedBytes > budgetBytes)
    throw new Refusal('release-too-large', 'The release is larger than allowed.', { servedBytes, budgetBytes });
}
