/** Two people who change the same thing: what the second one has in the fields, once what the first has saved is known. */
import type { Values } from './item-fields';

interface Versions {
  /** As both have found it. */
  seen: Values;
  /** What stands in the fields. */
  typed: Values;
  /** As somebody else has saved it. */
  newest: Values;
}

export interface Merged {
  values: Values;
  /** What somebody else has changed, field by field. */
  news: { name: string; value: unknown }[];
}

/** What was typed stays; a field that was left alone has what somebody else has made of it. */
export function mergeNewest({ seen, typed, newest }: Versions): Merged {
  const names = Object.keys(typed);
  return {
    values: Object.fromEntries(names.map((name) => [name, typed[name] === seen[name] ? newest[name] : typed[name]])),
    news: names.filter((name) => newest[name] !== seen[name]).map((name) => ({ name, value: newest[name] })),
  };
}
