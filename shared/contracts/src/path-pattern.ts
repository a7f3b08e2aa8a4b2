/**
 * What the paths of routes match. A segment is a name or a parameter (`:lead`), and optional with a `?` behind it. Everything here works
 * on the segments as they stand: which optional ones are used is never spelled out, because n of them make 2^n addresses.
 */
interface Segment {
  /** The name, or the parameter with its colon. */
  text: string;
  isParameter: boolean;
  isOptional: boolean;
}

export type PathPattern = readonly Segment[];

export const pathPattern = (path: string): PathPattern =>
  path
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      const isOptional = segment.endsWith('?');
      return { text: isOptional ? segment.slice(0, -1) : segment, isParameter: segment.startsWith(':'), isOptional };
    });

interface PathMatch<T> {
  route: T;
  /** Path of the route with the optional segments that the address has, as required ones, and without the others. */
  path: string;
  /** Values of the parameters that the address has, decoded, by name. */
  params: Record<string, string>;
}

/** Finds the route of an address: the one with most names in it, the first of several. The rule of react-router, with case. */
export class PathMatcher<T extends { path: string }> {
  readonly #routes: readonly { route: T; pattern: PathPattern }[];

  /** @param patternOf For whoever knows the patterns already. */
  constructor(routes: readonly T[], patternOf = (route: T) => pathPattern(route.path)) {
    this.#routes = routes.map((route) => ({ route, pattern: patternOf(route) }));
  }

  /** @param pathname Path of an address, percent-encoded. */
  match(pathname: string): PathMatch<T> | null {
    const address = segmentsOf(pathname);
    let best: { route: T; way: Way } | null = null;
    for (const { route, pattern } of this.#routes) {
      const way = bestWay(pattern, address);
      if (way && (best === null || way.names > best.way.names)) best = { route, way };
    }
    if (best === null) return null;
    const { route, way } = best;
    return { route, path: `/${way.segments.map(({ text }) => text).join('/')}`, params: paramsOf(way, address) };
  }
}

/** Decoded, so that they compare with names. An address that cannot be decoded is compared as it stands. */
function segmentsOf(pathname: string): string[] {
  const segments = pathname.split('/').slice(1);
  while (segments.at(-1) === '') segments.pop();
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return segments;
  }
}

/** Segments of a pattern that stand for those of an address, one each. */
interface Way {
  segments: Segment[];
  /** How many of them are names. */
  names: number;
}

/** The way with most names, and of equal ones the one that uses the earlier optional segments. */
function bestWay(pattern: PathPattern, address: readonly string[]): Way | null {
  const [first] = pattern;
  // Of many routes, most begin with another name.
  if (first && !first.isOptional && !fits(first, address[0])) return null;
  const required = pattern.filter(({ isOptional }) => !isOptional).length;
  if (address.length < required || address.length > pattern.length) return null;
  // The best way from each place in the address to its end, with the segments of the pattern that were looked at: from the last one on.
  let ways: (Way | null)[] = [...address.map(() => null), { segments: [], names: 0 }];
  for (const segment of [...pattern].reverse()) {
    ways = ways.map((without, place) => {
      const rest = ways[place + 1];
      const using = rest && fits(segment, address[place]) ? prepend(segment, rest) : null;
      if (!segment.isOptional || !without) return using;
      return using && using.names >= without.names ? using : without;
    });
  }
  return ways[0] ?? null;
}

/** The segments of a way stand for those of the address, one for one. */
const paramsOf = ({ segments }: Way, address: readonly string[]): Record<string, string> =>
  Object.fromEntries(segments.flatMap(({ text, isParameter }, place) => (isParameter ? [[text.slice(1), address[place] ?? '']] : [])));

const fits = ({ isParameter, text }: Segment, given: string | undefined): boolean => (isParameter ? given !== '' : given === text);

const prepend = (segment: Segment, { segments, names }: Way): Way => ({
  segments: [segment, ...segments],
  names: segment.isParameter ? names : names + 1,
});
