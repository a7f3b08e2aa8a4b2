import type { Composition } from '@site/contracts/composition';
import { COMPOSITION_ELEMENT_ID } from '@site/contracts/names';

/** The composition that the edge wrote into this document. */
export function readComposition(): Composition {
  const text = document.getElementById(COMPOSITION_ELEMENT_ID)?.textContent;
  if (!text) throw new Error(`The document has no #${COMPOSITION_ELEMENT_ID}`);
  // The edge validated it when it wrote it; a second validation here would cost every visitor its time.
  return JSON.parse(text) as Composition;
}
