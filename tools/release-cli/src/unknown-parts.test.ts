import { describe, expect, it } from '@jest/globals';
import { given, json, release, useRegistry } from './testing/release-command';

describe('whoever misspells a part', () => {
  useRegistry();

  it.each([
    ['a token', ['token', 'create', 'x', '--publish', 'mf-deno']],
    ['a grant', ['grant', 'add', 'releaser', '--group', 'x', '--parts', 'mf-deno']],
  ])('of %s is told beside the answer, which stays allowed, and not in JSON', async (_what, args) => {
    await given('mf-demo');
    expect(await release(args)).toMatchObject({ code: 0, err: 'No part is named mf-deno yet. These there are: mf-demo.\n' });
    const other = args.map((arg) => (arg === 'x' ? 'y' : arg));
    const inJson = await release([...other, '--json']);
    expect([inJson.code, inJson.err, typeof json(inJson)]).toEqual([0, '', 'object']);
    const known = args.map((arg) => ({ x: 'z', 'mf-deno': 'mf-demo' })[arg] ?? arg);
    expect(await release(known)).toMatchObject({ code: 0, err: '' });
  });
});
