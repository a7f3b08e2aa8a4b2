/**
 * Geometry of the developer-identity mosaic: a square of 200 units cut into four interlocking pieces. Every piece is the same outline
 * turned by a quarter, with a tab towards the next piece and a blank for the previous one, so that any two neighbours fit.
 */
export type TesseraRank = 0 | 1 | 2 | 3 | 4;

/** Outline of the top left piece. Its only rounded corner is the outer one. */
export const PIECE_OUTLINE = [
  'M20 0H100V42h4.75a13 13 0 1 1 0 16H100',
  'V100H58V95.25a13 13 0 1 0-16 0V100',
  'H0V20A20 20 0 0 1 20 0Z',
].join('');

/** Pieces in the order in which the steps award them: clockwise from the top left. */
export const PIECES = [
  { step: 1, turn: 'rotate(0 100 100)' },
  { step: 2, turn: 'rotate(90 100 100)' },
  { step: 3, turn: 'rotate(180 100 100)' },
  { step: 4, turn: 'rotate(270 100 100)' },
] as const;

/** Makes a rank of whatever the server says: whole, and from 0 to 4. */
export const toTesseraRank = (value: number): TesseraRank => Math.min(4, Math.max(0, Math.trunc(value) || 0)) as TesseraRank;

export function mosaicLabel(rank: TesseraRank): string {
  if (rank === 0) return 'Developer-identity mosaic: evaluation in progress, none of 4 puzzle pieces filled';
  return `Developer-identity mosaic: ${rank} of 4 puzzle pieces filled`;
}
