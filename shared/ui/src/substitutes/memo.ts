/**
 * In the place of Chakra's memo, with which each of the steps that make CSS of style props keeps its results. Arguments are told apart by what they
 * contain, as there; but an object's content is written down once and not by every step that it goes through, and other values are keys as they
 * are.
 */
const contents = new WeakMap<object, string>();

function keyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let content = contents.get(value);
  if (content === undefined) contents.set(value, (content = JSON.stringify(value)));
  return content;
}

/** What arguments so far lead to: a result if there are no more of them, and what the next one leads to. */
interface Results<R> {
  result?: R;
  next?: Map<unknown, Results<R>>;
}

/** So many results are kept of a function before it begins anew. */
const MOST = 2_000;

export function memo<A extends unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let results: Results<R> = {};
  let count = 0;
  return (...args) => {
    let found = results;
    for (const arg of args) {
      const key = keyOf(arg);
      const next = (found.next ??= new Map<unknown, Results<R>>());
      let following = next.get(key);
      if (!following) next.set(key, (following = {}));
      found = following;
    }
    if (found.result !== undefined) return found.result;
    if (count++ === MOST) {
      results = {};
      count = 0;
    }
    return (found.result = make(...args));
  };
}
