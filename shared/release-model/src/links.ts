/** What live releases link to must not vanish: the addresses that a change takes away, held against the links of all that stays. */
import { PathMatcher, pathPattern } from '@site/contracts/path-pattern';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { isPageRoute, type Route } from '@site/contracts/remote-config';
import { releaseIn } from './choice';
import { Refusal } from './refusal';
import type { ReadDescriptor } from './solver';
import { liveReleases, type Parts } from './target';

export interface BrokenLink {
  /** The address, as the descriptor has it. */
  link: string;
  /** Name and version of the release that links to it. */
  from: string;
  /** Part that declared the address before. */
  owner: string;
}

/** How many broken links a refusal names. */
const NAMED = 20;

/** Addresses that a release links to: those in its scripts, as far as its build knows them, and those that its redirects lead to. */
export function linksOf({ links = [], routes }: ReleaseDescriptor): string[] {
  const redirects = routes.flatMap((route) => (isPageRoute(route) ? [] : [addressOf(route.redirect)]));
  return [...new Set([...links, ...redirects])];
}

/** The shortest address that a path stands for, with its parameters as they are. */
const addressOf = (path: string): string =>
  `/${pathPattern(path)
    .filter(({ isOptional }) => !isOptional)
    .map(({ text }) => text)
    .join('/')}`;

/**
 * Links that some visitor finds broken after a change and found whole before it. Only addresses count that a stable release declared before:
 * what the API, files or other sites answer is nobody's route.
 */
export function brokenLinks(before: Parts, after: Parts, read: ReadDescriptor): BrokenLink[] {
  const lost = lostRoutes(before, after, read);
  if (lost.length === 0) return [];
  const known = new Set(brokenAmong(lost, before, read).map(keyOf));
  return brokenAmong(lost, after, read).filter((broken) => !known.has(keyOf(broken)));
}

/** @throws Refusal `links-broken`, naming what links to what. */
export function assertNoneBroken(broken: readonly BrokenLink[]): void {
  const [first] = broken;
  if (!first) return;
  const others = broken.length === 1 ? '' : ` ${broken.length - 1} more would break.`;
  throw new Refusal('links-broken', `${first.from} links to ${first.link}, which ${first.owner} would not have any more.${others}`, {
    links: broken.slice(0, NAMED),
    count: broken.length,
  });
}

type OwnedRoute = Route & { owner: string };

/** Routes of stable releases that some release in the place of theirs does not declare. */
function lostRoutes(before: Parts, after: Parts, read: ReadDescriptor): OwnedRoute[] {
  return Object.entries(before).flatMap(([owner, { stable }]) => {
    const now = liveReleases(after[owner]);
    if (now.length === 1 && now[0]?.id === stable.id) return [];
    const declared = now.map(({ id }) => new Set(read(id).routes.map(({ path }) => path)));
    const isKept = (path: string) => declared.length > 0 && declared.every((paths) => paths.has(path));
    return read(stable.id)
      .routes.filter(({ path }) => !isKept(path))
      .map((route) => ({ ...route, owner }));
  });
}

function brokenAmong(lost: OwnedRoute[], parts: Parts, read: ReadDescriptor): BrokenLink[] {
  const before = new PathMatcher(lost);
  const found = new Map<string, BrokenLink>();
  for (const cohorts of combinations(parts)) {
    const releases = Object.values(parts).map((part) => read(releaseIn(part, cohorts).id));
    const routes = new PathMatcher(releases.flatMap((release) => release.routes));
    for (const release of releases) {
      for (const link of linksOf(release)) {
        const owned = before.match(link);
        if (!owned || routes.match(link)) continue;
        const broken = { link, from: `${release.name}@${release.version}`, owner: owned.route.owner };
        found.set(keyOf(broken), broken);
      }
    }
  }
  return [...found.values()];
}

/** The link and the part that has it, whichever release of it. */
const keyOf = ({ link, from }: BrokenLink): string => `${from.slice(0, from.lastIndexOf('@'))} ${link}`;

/** Nobody's cohort, each one, and each two: a link concerns the release that has it and the one that declares its address. */
function combinations(parts: Parts): string[][] {
  const cohorts = [...new Set(Object.values(parts).flatMap(({ candidate }) => (candidate ? [candidate.cohort] : [])))];
  const pairs = cohorts.flatMap((one, index) => cohorts.slice(index + 1).map((other) => [one, other]));
  return [[], ...cohorts.map((cohort) => [cohort]), ...pairs];
}
