/** A value that cannot be missing, by what came before. @throws Error naming it, should it be missing all the same. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`There is no ${what}`);
  return value;
}
