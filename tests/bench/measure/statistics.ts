/** The smallest of the values that at least this part of them does not exceed. NaN for none. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}

/** The middle of the values; of an even number of values the lower one of the two. NaN for none. */
export const median = (values: number[]): number => quantile(values, 0.5);
