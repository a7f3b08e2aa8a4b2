/** Whether something grows that should keep its level. */

/** A figure over time. */
export interface Series {
  name: string;
  /** Minutes since the beginning, and the figure then. */
  points: readonly (readonly [minutes: number, value: number])[];
  /** By how much it may grow within the time that the points span. */
  mayGrow: number;
  unit: string;
}

/** Of all lines through two of the points, the median of how much they rise in a minute (Theil and Sen): a few outliers change nothing. */
function slope(points: Series['points']): number {
  const slopes: number[] = [];
  for (const [index, [at, value]] of points.entries())
    for (const [later, other] of points.slice(index + 1)) if (later > at) slopes.push((other - value) / (later - at));
  slopes.sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

/** How much it has grown within the time that its points span. */
export const growth = ({ points }: Series): number => slope(points) * ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0));

export const levelFindings = (series: readonly Series[]): string[] =>
  series
    .filter((one) => growth(one) > one.mayGrow)
    .map((one) => `${one.name} has grown by ${growth(one).toFixed(1)} ${one.unit}, more than ${one.mayGrow}`);

/** What processes hold while nobody asks anything of them, by name. */
export type Holdings = ReadonlyMap<string, number>;

/** @param slack By how much a count may differ between two moments of rest. */
export function leakFindings(before: Holdings, after: Holdings, slack: number): string[] {
  return [...after]
    .filter(([name, count]) => count > (before.get(name) ?? 0) + slack)
    .map(([name, count]) => `${name}: ${count}, and after warming up ${before.get(name) ?? 0}`);
}
