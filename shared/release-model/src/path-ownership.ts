/** Who declares which addresses. */
import { pathPattern, type PathPattern } from '@site/contracts/path-pattern';

/** A place in the tree of declared paths, with what can come next: names, or `:` for any parameter. */
interface Place<T> {
  required: Map<string, Place<T>>;
  optional: Map<string, Place<T>>;
  /** Who declares the path that ends here. */
  claims: { by: T; order: number }[];
}

const newPlace = <T>(): Place<T> => ({ required: new Map(), optional: new Map(), claims: [] });

/** Declared paths as a tree, so that a path is compared only with those that go on like it. */
export class PathClaims<T> {
  readonly #root = newPlace<T>();
  #count = 0;

  /** Adds a path. @returns Who declared one before that stands for the same address in some way, the first one first. */
  add(path: string, by: T): T[] {
    const pattern = pathPattern(path);
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
    // For each number of segments of the pattern that are behind, the places that the tree can be in.
    const places = [...pattern, null].map(() => new Set<Place<T>>());
    places[0]?.add(this.#root);
    pattern.forEach((segment, index) => {
      const [here, next] = [places[index], places[index + 1]];
      // A set that grows while it is walked through is walked through to its end.
      for (const place of here ?? []) {
        for (const skipped of place.optional.values()) here?.add(skipped);
        if (segment.isOptional) next?.add(place);
        for (const branches of [place.required, place.optional]) {
          const same = branches.get(symbol(segment));
          if (same) next?.add(same);
        }
      }
    });
    const ends = places[pattern.length] ?? new Set();
    for (const place of ends) for (const skipped of place.optional.values()) ends.add(skipped);
    return [...ends].flatMap(({ claims }) => claims);
  }
}

const symbol = ({ isParameter, text }: PathPattern[number]): string => (isParameter ? ':' : text);
