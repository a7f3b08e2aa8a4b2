import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { definedErrors, defineErrors } from './errors';

const services = new URL('../../', import.meta.url);
const documentation = new URL('../../../docs/errors.md', import.meta.url);

/** Statuses by code, as `docs/errors.md` has them: a heading with the code, and a text that begins with the status. */
async function documentedStatuses(): Promise<Record<string, number>> {
  const text = await readFile(documentation, 'utf8');
  return Object.fromEntries([...text.matchAll(/^### `([a-z-]+)`\n+Status (\d{3})\./gm)].map(([, code, status]) => [code, Number(status)]));
}

describe('error codes', () => {
  beforeAll(async () => {
    const files = (await readdir(fileURLToPath(services), { recursive: true })).filter(
      (file) => /^[a-z]+\/src\/(.*[/.-])?errors\.ts$/.test(file) && !file.startsWith('platform/'),
    );
    expect(files).toContain('registry/src/errors.ts');
    await Promise.all(files.map((file) => import(new URL(file, services).href)));
  });

  it('are each documented with their status, and each documented one exists', async () => {
    const defined = Object.fromEntries([...definedErrors()].map(([code, { status }]) => [code, status]));
    expect(await documentedStatuses()).toEqual(defined);
  });

  it('have a heading only with a status below it', async () => {
    const headings = (await readFile(documentation, 'utf8')).match(/^### /gm) ?? [];
    expect(headings).toHaveLength(Object.keys(await documentedStatuses()).length);
  });

  it('cannot be defined twice', () => {
    expect(() => defineErrors({ 'not-found': { status: 404, message: 'Again.' } })).toThrow("'not-found' is defined twice");
  });
});
