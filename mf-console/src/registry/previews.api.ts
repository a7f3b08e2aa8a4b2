/** What the console asks the registry about links to what is not live, or was live once. */
import type { IssuedPreview, Link } from '@site/release-model/registry-answers';
import type { Versions } from '@site/release-model/registry-requests';
import { asking, askingFor, consoleApi, inside, TAGS } from './endpoint';
import { queryText } from './registry-query';

export const PREVIEWS_PAGE = 20;

interface PreviewRequest {
  environment: string;
  releases: Versions;
  expiresInHours: number;
  reason?: string;
}

type PreviewQuery = { environment: string; before?: number | undefined };
type ReplayRequest = { environment: string; revision: number; expiresInHours: number };
type Revocation = { environment: string; id: string; reason: string };

export const previewsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** Those that have not expired, newest first. */
    consolePreviews: build.query<IssuedPreview[], PreviewQuery>({
      ...askingFor<IssuedPreview[], PreviewQuery>('previews', ({ environment, before }) => ({
        path: inside(environment, `/previews?${queryText({ limit: PREVIEWS_PAGE, before })}`),
      })),
      providesTags: [TAGS.previews],
    }),
    consolePreview: build.mutation<Link, PreviewRequest>({
      ...asking<Link, PreviewRequest>(({ environment, ...body }) => ({ path: inside(environment, '/previews'), method: 'POST', body })),
      invalidatesTags: [TAGS.previews, TAGS.audit],
    }),
    consoleReplay: build.mutation<Link, ReplayRequest>({
      ...asking<Link, ReplayRequest>(({ environment, ...body }) => ({ path: inside(environment, '/replays'), method: 'POST', body })),
      invalidatesTags: [TAGS.previews, TAGS.audit],
    }),
    /** For good. */
    consoleRevokePreview: build.mutation<IssuedPreview, Revocation>({
      ...asking<IssuedPreview, Revocation>(({ environment, id, reason }) => ({
        path: inside(environment, `/previews/${id}/revoke`),
        method: 'POST',
        body: { reason },
      })),
      // Also after a refusal: somebody else may have revoked it.
      invalidatesTags: [TAGS.previews, TAGS.audit],
    }),
  }),
});
