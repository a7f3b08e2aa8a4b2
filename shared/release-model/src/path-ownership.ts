/** Who declares which addresses. */
import { pathPattern, type PathPattern } from '@site/contracts/path-pattern';
import { memoize } from './memoize';

/** A place in the tree of declared paths, with what can come next: names, or `:` for any parameter. */
interface Place<T> {
  required: Map<string, Place<T>>;
  optional: Map<string, Place<T>>;
  /** Who declares the path that ends here. */
  claims: { by: T; order: number }[];
}

const newPlace = <T>(): Place<T> => ({ required: new Map(), optional: new Map(), claims: [] });

/** Of a route of a descriptor, which is live in one target after another. */
export const patternOf = memoize(({ path }: { path: string }) => pathPattern(path));

/** What the addresses of a path can begin with: names, `:` for any parameter, nothing for the shortest of all. Paths without one in common share none. */
const openingsOf = ({ path }: { path: string }): string[] => {
  const pattern = pathPattern(path);
  const required = pattern.findIndex(({ isOptional }) => !isOptional);
  return required < 0 ? [...pattern.map(symbol), ''] : pattern.slice(0, required + 1).map(symbol);
};

/** What the addresses of a release can begin with. */
export const openingsOfRelease = memoize(({ routes }: { routes: readonly { path: string }[] }) => new Set(routes.flatMap(openingsOf)));

/** Declared paths as a tree, so that a path is compared only with those that go on like it. */
export class PathClaims<T> {
  readonly #root = newPlace<T>();
  #count = 0;

  /** Adds the path of a route. @returns Who declared one before that stands for the same address in some way, the first one first. */
  add(route: { path: string }, by: T): T[] {
    const pattern = patternOf(route);
    const found = this.#claimsOf(pattern).sort((one, other) => one.order - other.order);
    let place = this.#root;
    for (const segment of pattern) {
      const branches = segment.isOptional ? place.optional : place.required;
      const next = branches.get(symbol(segment)) ?? newPlace<T>();
      branches.set(symbol(segment), next);
      place = next;
    }
    place.claims.push({ by, order: this.#count });
    this.#count += 1;
    return found.map((claim) => claim.by);
  }

  /** Goes through pattern and tree at once; either side may leave its optional segments out. */
  #claimsOf(pattern: PathPattern): Place<T>['claims'] {
    // The places that the tree can be in, so many segments of the pattern behind.
    let places = [this.#root];
    for (const segment of pattern) {
      const next = new Set<Place<T>>();
      for (const place of skippingOptional(places)) {
        if (segment.isOptional) next.add(place);
        for (const branches of [place.required, place.optional]) {
          const same = branches.get(symbol(segment));
          if (same) next.add(same);
        }
      }
      if (next.size === 0) return [];
      places = [...next];
    }
    return [...skippingOptional(places)].flatMap(({ claims }) => claims);
  }
}

/** The places, and all that are reached from them over optional segments alone. */
function skippingOptional<T>(places: readonly Place<T>[]): Set<Place<T>> {
  const reached = new Set(places);
  // A set that grows while it is walked through is walked through to its end.
  for (const place of reached) for (const skipped of place.optional.values()) reached.add(skipped);
  return reached;
}

const symbol = ({ isParameter, text }: PathPattern[number]): string => (isParameter ? ':' : text);
