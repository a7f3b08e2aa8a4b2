/** What edges tell the registry of themselves. */

/** Sentences about what an edge refused: so many, of so many characters. */
export const MOST_DEFECTS = 20;
export const LONGEST_DEFECT = 500;

/** The first of them, cut to what the registry takes, and how many more there are. */
export function toldDefects(defects: readonly string[]): string[] {
  const all = defects.length <= MOST_DEFECTS;
  const told = defects.slice(0, all ? MOST_DEFECTS : MOST_DEFECTS - 1).map((defect) => defect.slice(0, LONGEST_DEFECT));
  return all ? told : [...told, `There are ${defects.length - told.length} more.`];
}
