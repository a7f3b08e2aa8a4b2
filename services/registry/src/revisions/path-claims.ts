/** Who declares which addresses. */
import { beginnings, pathPattern, shareAddress, type PathPattern } from '@site/contracts/path-pattern';

interface Claim<T> {
  pattern: PathPattern;
  by: T;
}

/** Declared paths, compared with those declared before that can share an address at all: the ones with a beginning in common. */
export class PathClaims<T> {
  readonly #byBeginning = new Map<string, Claim<T>[]>();

  /** Adds a path. @returns Who declared one before that stands for the same address in some way. */
  add(path: string, by: T): T[] {
    const claim = { pattern: pathPattern(path), by };
    const before = new Set<Claim<T>>();
    for (const beginning of beginnings(claim.pattern)) {
      const claims = this.#byBeginning.get(beginning) ?? [];
      for (const other of claims) before.add(other);
      claims.push(claim);
      this.#byBeginning.set(beginning, claims);
    }
    return [...before].filter(({ pattern }) => shareAddress(pattern, claim.pattern)).map((other) => other.by);
  }
}
