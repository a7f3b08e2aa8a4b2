import { expect, it } from '@jest/globals';
import { releaseId } from '@site/release-model/release-id';
import { descriptor } from '@site/release-model/testing';
import { ReleaseFiles } from './release-files';

const named = (name: string, index = 0) => descriptor({ name, version: `1.0.${index}` });

it('knows what is served, and what its files are, however many other releases are read beside it', async () => {
  const releases = new ReleaseFiles({ get: () => Promise.reject(new Error('The storage is away')) } as never);
  const served = Array.from({ length: 600 }, (_, index) => named(`mf-served-${index}`));
  const byId = new Map(served.map((release) => [releaseId(release), release]));
  releases.hold(byId);
  releases.remember(Array.from({ length: 600 }, (_, index) => named('mf-other', index)));
  for (const [id, release] of byId) {
    const { name, version, files } = release;
    expect(releases.knows([{ name, version, id }])).toBe(true);
    expect(releases.described({ name, version, path: String(files[0]?.path) })).toEqual([files[0]]);
  }
  const [id, release] = [...byId][599] ?? [];
  expect(await releases.descriptor({ name: 'mf-served-599', version: '1.0.0', id: String(id) })).toBe(release);

  // What was served before is known as anything else is: as long as it is among the last.
  releases.hold(new Map());
  expect(releases.described({ name: 'mf-served-0', version: '1.0.0', path: String(release?.files[0]?.path) })).toEqual([]);
});
