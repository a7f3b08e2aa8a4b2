/** What the console asks the registry about releases and what is live. Answers are in the shapes that the release command reads. */
import type { PlanInJson } from '@site/release-model/plan';
import type {
  Adoption,
  AuditEntry,
  Edge,
  Environment,
  Health,
  ListedEnvironment,
  PlanHealth,
  PlanProspect,
  Proposal,
  Token,
  Whoami,
} from '@site/release-model/registry-answers';
import type {
  CommandOptions,
  CommandRequest,
  PlanAct,
  PlanRequest,
  ProposalRequest,
  TokenRequest,
} from '@site/release-model/registry-requests';
import type { AnsweredRevision, Revision, RevisionSummary } from '@site/release-model/revision';
import { AFTER_REVISION, asking, askingFor, because, consoleApi, type Ending, inside, TAGS } from './endpoint';
import { type Connection, followEvents } from './events';
import { codeOf, isRefusal } from './failure';
import { askRegistry, queryText, type RegistryRequest } from './registry-query';

/** What is given to a command about an environment. */
export interface Act {
  environment: string;
  command: CommandRequest;
  options: CommandOptions;
}

const command = (
  { environment, command: given, options }: Act,
  kind: '' | '?dryRun=true' | '?dryRun=true&proposed=true',
): RegistryRequest => ({
  path: inside(environment, `/commands${kind}`),
  method: 'POST',
  body: { command: given, ...options },
});

export interface AuditFilter {
  before?: number | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  environment?: string | undefined;
}

export const AUDIT_PAGE = 50;
export const HISTORY_PAGE = 50;
export const PLANS_PAGE = 50;
export const PROPOSALS_PAGE = 50;

export interface PlansAsked {
  environment: string;
  unfinished: boolean;
  before?: number | undefined;
}

export interface PlanChange {
  environment: string;
  id: number;
  act: PlanAct;
  /** At which it was seen: at another one by now, it is left as it is. */
  step?: number | undefined;
  reason?: string | undefined;
}

export interface ReviewRequest {
  id: number;
  act: 'approve' | 'reject' | 'withdraw';
  reason?: string;
  /** Of an approval: false where nobody was told that it carries the proposal out, and it is refused where it would. */
  carryOut?: boolean;
}

/** Without an environment: those of all. */
export interface ProposalsAsked {
  state?: 'open' | undefined;
  environment?: string | undefined;
  before?: number | undefined;
}

/** What each event of an environment makes outdated. */
const OUTDATED_BY: Partial<Record<string, typeof AFTER_REVISION>> = {
  revision: AFTER_REVISION,
  prospects: [TAGS.releases],
  previews: [TAGS.previews, TAGS.audit],
  plans: [TAGS.plans, TAGS.audit],
  proposals: [TAGS.proposals, TAGS.audit],
  rules: [TAGS.rules, TAGS.audit],
};

export const registryApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** Of the account with this name. */
    consoleWhoami: build.query<Whoami, string>({
      ...asking<Whoami, string>(() => ({ path: '/whoami' })),
      providesTags: [TAGS.person],
    }),
    /** For good. */
    consoleChooseHandle: build.mutation<Whoami, string>({
      ...asking<Whoami, string>((handle) => ({ path: '/whoami/handle', method: 'PUT', body: { handle } })),
      invalidatesTags: [TAGS.person, TAGS.audit],
    }),

    /** Whether changes of an environment arrive. Each that arrives makes the pages ask again for what they show. */
    consoleConnection: build.query<Connection, string>({
      queryFn: () => ({ data: 'connecting' }),
      keepUnusedDataFor: 5,
      async onCacheEntryAdded(environment, { cacheDataLoaded, cacheEntryRemoved, getCacheEntry, updateCachedData, dispatch }) {
        await cacheDataLoaded;
        const ending = new AbortController();
        void cacheEntryRemoved.then(() => ending.abort());
        const follower = {
          onConnection(connection: Connection) {
            // What is live is told anew with each connection; the rest may have changed while nothing was told.
            if (connection === 'live' && getCacheEntry().data === 'lost')
              dispatch(registryApi.util.invalidateTags([TAGS.releases, TAGS.previews]));
            updateCachedData(() => connection);
          },
          onEvent: (event: string) => void dispatch(registryApi.util.invalidateTags(OUTDATED_BY[event] ?? [])),
        };
        await followEvents(environment, follower, ending.signal);
      },
    }),

    consoleEnvironments: build.query<ListedEnvironment[], undefined>({
      ...askingFor<ListedEnvironment[], undefined>('environments', () => ({ path: '/environments' })),
      providesTags: [TAGS.live, TAGS.rules],
    }),
    /** The live revision; null before the first. */
    consoleCurrent: build.query<Revision | null, string>({
      async queryFn(environment, { signal }) {
        const { data, error } = await askRegistry<Revision>({ path: inside(environment, '/revisions/current') }, signal);
        if (!error) return { data };
        return codeOf(error) === 'no-revision' ? { data: null } : { error };
      },
      providesTags: [TAGS.live],
    }),
    consoleRevision: build.query<Revision, { environment: string; number: number }>(
      asking<Revision, { environment: string; number: number }>(({ environment, number }) => ({
        path: inside(environment, `/revisions/${number}`),
      })),
    ),
    /** Newest first. `before`: of a page that is not the first. */
    consoleRevisions: build.query<RevisionSummary[], { environment: string; before?: number | undefined }>({
      ...askingFor<RevisionSummary[], { environment: string; before?: number | undefined }>('revisions', ({ environment, before }) => ({
        path: inside(environment, `/revisions?${queryText({ limit: HISTORY_PAGE, before })}`),
      })),
      providesTags: [TAGS.live],
    }),
    consoleEdges: build.query<Edge[], string>({
      ...askingFor<Edge[], string>('edges', (environment) => ({ path: inside(environment, '/edges') })),
      providesTags: [TAGS.live],
    }),
    consoleHealth: build.query<Health, { environment: string; hours: number }>({
      ...askingFor<Health, { environment: string; hours: number }>('parts', ({ environment, hours }) => ({
        path: inside(environment, `/health?hours=${hours}`),
      })),
      providesTags: [TAGS.live],
    }),
    consoleAdoption: build.query<Adoption, { environment: string; hours: number; part?: string }>({
      ...asking<Adoption, { environment: string; hours: number; part?: string }>(({ environment, ...asked }) => ({
        path: inside(environment, `/adoption?${queryText(asked)}`),
      })),
      providesTags: [TAGS.live],
    }),

    consolePlans: build.query<PlanInJson[], PlansAsked>({
      ...askingFor<PlanInJson[], PlansAsked>('plans', ({ environment, ...asked }) => ({
        path: inside(environment, `/plans?${queryText({ limit: PLANS_PAGE, ...asked })}`),
      })),
      providesTags: [TAGS.plans],
    }),
    consolePlan: build.query<PlanInJson, { environment: string; id: number }>({
      ...asking<PlanInJson, { environment: string; id: number }>(({ environment, id }) => ({ path: inside(environment, `/plans/${id}`) })),
      providesTags: [TAGS.plans],
    }),
    /** What its guard goes by. */
    consolePlanHealth: build.query<PlanHealth, { environment: string; id: number }>({
      ...asking<PlanHealth, { environment: string; id: number }>(({ environment, id }) => ({
        path: inside(environment, `/plans/${id}/health`),
      })),
      providesTags: [TAGS.plans],
    }),
    /** What making a plan would lead to, or would once others have approved it. Changes nothing. */
    consoleTryPlan: build.mutation<PlanProspect, { environment: string; plan: PlanRequest; isProposed: boolean }>(
      asking<PlanProspect, { environment: string; plan: PlanRequest; isProposed: boolean }>(({ environment, plan, isProposed }) => ({
        path: inside(environment, `/plans?${queryText({ dryRun: true, proposed: isProposed || undefined })}`),
        method: 'POST',
        body: plan,
      })),
    ),
    consoleMakePlan: build.mutation<PlanInJson, { environment: string; plan: PlanRequest }>({
      ...asking<PlanInJson, { environment: string; plan: PlanRequest }>(({ environment, plan }) => ({
        path: inside(environment, '/plans'),
        method: 'POST',
        body: plan,
      })),
      invalidatesTags: [TAGS.plans, TAGS.audit],
    }),
    consoleChangePlan: build.mutation<PlanInJson, PlanChange>({
      ...asking<PlanInJson, PlanChange>(({ environment, id, act, ...given }) => ({
        path: inside(environment, `/plans/${id}/${act}`),
        method: 'POST',
        body: given,
      })),
      // Also after a refusal: it is not as it was seen.
      invalidatesTags: [TAGS.plans, TAGS.audit],
    }),

    /** What a command would make, or would once others have approved it. Changes nothing. */
    consoleDryRun: build.mutation<AnsweredRevision, Act & { isProposed?: boolean }>(
      asking<AnsweredRevision, Act & { isProposed?: boolean }>(({ isProposed, ...act }) =>
        command(act, isProposed ? '?dryRun=true&proposed=true' : '?dryRun=true'),
      ),
    ),
    consoleCarryOut: build.mutation<AnsweredRevision, Act>({
      ...asking<AnsweredRevision, Act>((act) => command(act, '')),
      // Also without an answer: it may have been carried out.
      invalidatesTags: (_, error) => (error && isRefusal(error) ? [] : AFTER_REVISION),
    }),
    consolePropose: build.mutation<Proposal, { environment: string; proposal: ProposalRequest }>({
      ...asking<Proposal, { environment: string; proposal: ProposalRequest }>(({ environment, proposal }) => ({
        path: inside(environment, '/proposals'),
        method: 'POST',
        body: proposal,
      })),
      invalidatesTags: [TAGS.proposals, TAGS.audit],
    }),

    /** Newest first. */
    consoleProposals: build.query<Proposal[], ProposalsAsked>({
      ...askingFor<Proposal[], ProposalsAsked>('proposals', (asked) => ({
        path: `/proposals?${queryText({ limit: PROPOSALS_PAGE, ...asked })}`,
      })),
      providesTags: [TAGS.proposals],
    }),
    consoleProposal: build.query<Proposal, number>({
      ...asking<Proposal, number>((id) => ({ path: `/proposals/${id}` })),
      providesTags: [TAGS.proposals],
    }),
    consoleReview: build.mutation<Proposal, ReviewRequest>({
      ...asking<Proposal, ReviewRequest>(({ id, act, ...body }) => ({ path: `/proposals/${id}/${act}`, method: 'POST', body })),
      // Also after a refusal: somebody else may have closed it.
      invalidatesTags: AFTER_REVISION,
    }),

    consoleLock: build.mutation<Environment, { environment: string; reason: string }>({
      ...asking<Environment, { environment: string; reason: string }>(({ environment, reason }) => ({
        path: inside(environment, '/lock'),
        method: 'POST',
        body: { reason },
      })),
      invalidatesTags: [TAGS.rules, TAGS.audit],
    }),
    consoleUnlock: build.mutation<Environment, string>({
      ...asking<Environment, string>((environment) => ({ path: inside(environment, '/lock'), method: 'DELETE' })),
      invalidatesTags: [TAGS.rules, TAGS.audit],
    }),
    /** Newest first. */
    consoleAudit: build.query<AuditEntry[], AuditFilter>({
      ...askingFor<AuditEntry[], AuditFilter>('entries', (filter) => ({ path: `/audit?${queryText({ ...filter, limit: AUDIT_PAGE })}` })),
      providesTags: [TAGS.audit],
    }),

    consoleTokens: build.query<Token[], undefined>({
      ...askingFor<Token[], undefined>('tokens', () => ({ path: '/tokens' })),
      providesTags: [TAGS.tokens],
    }),
    /** The secret is answered this once. */
    consoleCreateToken: build.mutation<{ token: Token; secret: string }, TokenRequest>({
      ...asking<{ token: Token; secret: string }, TokenRequest>((body) => ({ path: '/tokens', method: 'POST', body })),
      invalidatesTags: [TAGS.tokens, TAGS.audit],
    }),
    consoleRevokeToken: build.mutation<Token, Ending>({
      ...asking<Token, Ending>(({ id, reason }) => ({ path: `/tokens/${id}${because(reason)}`, method: 'DELETE' })),
      invalidatesTags: [TAGS.tokens, TAGS.audit],
    }),
  }),
});
