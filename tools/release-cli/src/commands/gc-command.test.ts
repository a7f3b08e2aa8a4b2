import { describe, expect, it } from '@jest/globals';
import { givenLive, json, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

describe('gc', () => {
  it('shows what nobody needs, and removes it only with --yes and a token for that', async () => {
    await givenLive();
    const needed = 'Every release is needed, or was published in the last 30 days.\n';
    expect(await release(['gc'])).toEqual({ code: 0, out: needed, err: '' });
    expect(json(await release(['gc', '--json']))).toEqual({ releases: [], bytes: 0, skipped: [], dryRun: true });
    expect(json(await release(['gc', '--yes', '--json']))).toEqual({ releases: [], bytes: 0, skipped: [], dryRun: false });
    expect((await release(['gc', '--yes', '--token', registry.tokens.promote])).code).toBe(5);
  });
});
