/** Environments: made, removed, and what their rules are. For who manages tokens. */
import type { ListedEnvironment, VersionedRules } from '@site/release-model/registry-answers';
import { asking, because, consoleApi, type Ending, inside, TAGS } from './endpoint';

interface NewEnvironment {
  name: string;
  /** The environment whose stable releases it begins with. */
  copies?: string;
  reason?: string;
}

interface NewRules {
  environment: string;
  /** With the version that they replace. */
  replaced: VersionedRules;
  reason: string | null;
}

const AFTER = [TAGS.live, TAGS.rules, TAGS.audit];

export const environmentsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    consoleCreateEnvironment: build.mutation<ListedEnvironment, NewEnvironment>({
      ...asking<ListedEnvironment, NewEnvironment>((body) => ({ path: '/environments', method: 'POST', body })),
      invalidatesTags: (_, error) => (error ? [] : AFTER),
    }),
    /** Only one in which nothing was ever live. */
    consoleRemoveEnvironment: build.mutation<null, Ending>({
      ...asking<null, Ending>(({ id, reason }) => ({ path: inside(id, because(reason)), method: 'DELETE' })),
      invalidatesTags: (_, error) => (error ? [] : AFTER),
    }),
    consoleSetRules: build.mutation<VersionedRules, NewRules>({
      ...asking<VersionedRules, NewRules>(({ environment, replaced, reason }) => ({
        path: inside(environment, '/rules'),
        method: 'PUT',
        body: { ...replaced, reason },
      })),
      // Also after a refusal: somebody else may have changed them.
      invalidatesTags: [TAGS.rules, TAGS.audit],
    }),
  }),
});
