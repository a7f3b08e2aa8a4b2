import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Every page that axe looks at compiles it: without its comments it is half as long. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the page. */
async function violationsOf(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `  ${html}`).join('\n')}`);
}

/**
 * What axe objects to in a page and its frames, one entry per rule.
 * @param runOnly Tags of the rules. Without any, those that axe has turned on.
 */
export async function axeViolations(page: Page, runOnly?: string[]): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  // All rules run. Of those that are kept, axe describes one place each instead of every one, which takes it most of its time.
  return page.evaluate(violationsOf, { resultTypes: ['violations'], ...(runOnly && { runOnly }) } satisfies axe.RunOptions);
}
