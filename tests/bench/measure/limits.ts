/** What a bench asks of what it has measured. */

export interface Limit {
  what: string;
  measured: number;
  atMost?: number;
  atLeast?: number;
}

const isMet = ({ measured, atMost = Infinity, atLeast = -Infinity }: Limit): boolean => measured <= atMost && measured >= atLeast;

/** Prints the table. @returns Whether every limit is kept. What could not be measured (NaN) is not. */
export function areMet(limits: readonly Limit[]): boolean {
  if (limits.length > 0) {
    console.log('\nTargets');
    console.table(
      limits.map((limit) => ({
        what: limit.what,
        measured: Math.round(limit.measured * 1000) / 1000,
        target: limit.atMost === undefined ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`,
        met: isMet(limit),
      })),
    );
  }
  const missed = limits.filter((limit) => !isMet(limit));
  if (missed.length > 0) console.log(`Missed: ${missed.map(({ what }) => what).join('; ')}.`);
  return missed.length === 0;
}
