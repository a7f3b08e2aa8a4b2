import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');

/** Where there are no data, so that nothing can come of a call that is understood. */
const env = { ...process.env, DATA_DIR: path.join(tmpdir(), 'no-data-of-a-site') };

const run = (script: string, args: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) =>
    execFile(process.execPath, [path.join(root, 'scripts', script), ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: `${out}${err}`.trim() }),
    ),
  );

describe('the name of an archive', () => {
  it.each([
    ['backup.mjs', 'npm run backup [-- <file>]'],
    ['restore.mjs', 'npm run restore -- <file>'],
  ])('that is empty is wrong usage of %s, and begins nothing', async (script, usage) => {
    const { code, said } = await run(script, ['']);
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`^${usage.replace(/[[\]]/g, '\\$&')}`));
  });
});
