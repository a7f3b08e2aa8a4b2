/** What axe objects to in a page. */
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Observation } from './visit';

/** Places that are named of each rule. */
const NAMED = 3;

export async function axeObservations(page: Page): Promise<Observation[]> {
  const { default: library } = await import('axe-core');
  await page.evaluate(library.source);
  const violations = await page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] });
    return found.violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.map(({ target }) => target.join(' ')) }));
  });
  return violations.map(({ id, help, places }) => ({
    kind: 'accessibility',
    text: `${id}: ${help}: ${places.slice(0, NAMED).join(', ')}${places.length > NAMED ? ` and ${places.length - NAMED} more` : ''}`.slice(
      0,
      500,
    ),
  }));
}
