import { describe, expect, it } from '@jest/globals';
import { assetUrl, releasePathSchema } from './release';

describe('release paths', () => {
  it('addresses versioned files under the version and hashed files without it', () => {
    expect(assetUrl('mf-elevate', '1.2.3', 'v/remoteEntry.js')).toBe('/assets/mf-elevate/1.2.3/remoteEntry.js');
    expect(assetUrl('shell', '1.2.3', '_/vendors.0a1b.js')).toBe('/assets/shell/_/vendors.0a1b.js');
  });

  it.each(['../v/x.js', 'v/../x.js', '/v/x.js', 'v/.hidden', 'v//x.js', 'other/x.js', 'v', 'v/a b.js'])('refuses %s', (path) => {
    expect(releasePathSchema.safeParse(path).success).toBe(false);
  });
});
