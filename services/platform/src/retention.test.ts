import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { RETENTION_DAYS } from './retention';

it('is what the page about it says', async () => {
  const page = await readFile(new URL('../../../docs/runbooks/personal-data.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d+) /gm)].map(([, what, days]) => [what, Number(days)]);
  expect(Object.fromEntries(rows)).toEqual(RETENTION_DAYS);
});
