/** What the console asks the registry about releases, whether they are live or not. */
import type { DetailedRelease, Release, Remote } from '@site/release-model/registry-answers';
import { asking, askingFor, askingForPages, consoleApi, inside, TAGS } from './endpoint';
import { queryText } from './registry-query';

export const RELEASES_PAGE = 50;

interface ReleasesQuery {
  name: string;
  before?: string | undefined;
  limit?: number;
}

const releasesPath = ({ name, before, limit = RELEASES_PAGE }: ReleasesQuery) =>
  `/remotes/${encodeURIComponent(name)}/releases?${queryText({ limit, before })}`;

export const releasesApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    consoleRemotes: build.query<Remote[], undefined>({
      ...askingFor<Remote[], undefined>('remotes', () => ({ path: '/remotes' })),
      providesTags: [TAGS.releases],
    }),
    /** Newest first. `before`: version of the last one of the page before. */
    consoleReleases: build.query<Release[], ReleasesQuery>({
      ...askingFor<Release[], ReleasesQuery>('releases', (query) => ({ path: releasesPath(query) })),
      providesTags: [TAGS.releases],
    }),
    /** The same, to choose one of them: page after page as it is asked for. */
    consoleReleaseChoices: build.infiniteQuery<Release[], string, string | undefined>({
      ...askingForPages<Release, string, string>('releases', (name, before) => ({ path: releasesPath({ name, before }) })),
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: (page) => (page.length === RELEASES_PAGE ? page.at(-1)?.version : undefined),
      },
      providesTags: [TAGS.releases],
    }),
    /** What is live of each part: stable, candidate and fallback. */
    consoleLiveReleases: build.query<Release[], string>({
      ...askingFor<Release[], string>('releases', (environment) => ({ path: inside(environment, '/releases') })),
      providesTags: [TAGS.live, TAGS.releases],
    }),
    /** Never becomes another one. */
    consoleRelease: build.query<DetailedRelease, { name: string; version: string }>(
      asking<DetailedRelease, { name: string; version: string }>(({ name, version }) => ({
        path: `/remotes/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`,
      })),
    ),
  }),
});
