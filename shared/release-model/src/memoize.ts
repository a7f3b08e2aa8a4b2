/** What follows from an object that never changes is worked out once. */

/** Remembers what `of` gives for each object, for as long as the object is in use elsewhere. */
export function memoize<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = of(key);
    known.set(key, { value });
    return value;
  };
}
