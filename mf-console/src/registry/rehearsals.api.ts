/** Rehearsals and their pictures. Neither ever becomes another one. */
import type { Rehearsal } from '@site/release-model/rehearsal';
import { asking, consoleApi, inside } from './endpoint';
import { askRegistryForPicture } from './registry-query';

interface RehearsalOf {
  environment: string;
  id: number;
}

export const rehearsalsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    consoleRehearsal: build.query<Rehearsal, RehearsalOf>(
      asking<Rehearsal, RehearsalOf>(({ environment, id }) => ({ path: inside(environment, `/rehearsals/${id}`) })),
    ),
    /** An address of the picture in this window, for as long as something shows it. */
    consolePicture: build.query<string, RehearsalOf & { sha256: string }>({
      queryFn: ({ environment, id, sha256 }, { signal }) =>
        askRegistryForPicture(inside(environment, `/rehearsals/${id}/pictures/${sha256}`), signal),
      keepUnusedDataFor: 30,
      async onCacheEntryAdded(_, { cacheDataLoaded, cacheEntryRemoved }) {
        const loaded = await cacheDataLoaded.catch(() => null);
        await cacheEntryRemoved;
        if (loaded) URL.revokeObjectURL(loaded.data);
      },
    }),
  }),
});
