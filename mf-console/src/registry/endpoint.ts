/** How the calls of the console are declared: in the cache that all pages share, with the tags that say what an act makes outdated. */
import { baseApi, type ApiError } from '@site/api-client';
import { askRegistry, type RegistryRequest } from './registry-query';

export const TAGS = {
  person: 'console/person',
  /** Whatever another revision may change. */
  live: 'console/live',
  releases: 'console/releases',
  plans: 'console/plans',
  proposals: 'console/proposals',
  rules: 'console/rules',
  previews: 'console/previews',
  tokens: 'console/tokens',
  audit: 'console/audit',
  webhooks: 'console/webhooks',
  teams: 'console/teams',
  grants: 'console/grants',
} as const;

export const AFTER_REVISION: (typeof TAGS)[keyof typeof TAGS][] = [TAGS.live, TAGS.plans, TAGS.proposals, TAGS.rules, TAGS.audit];

interface Asked {
  signal: AbortSignal;
}

type Result<Answer> = { data: Answer } | { error: ApiError };

/** A question whose answer is used as it comes. */
export const asking = <Answer, Argument>(request: (argument: Argument) => RegistryRequest) => ({
  queryFn: (argument: Argument, { signal }: Asked): Promise<Result<Answer>> => askRegistry<Answer>(request(argument), signal),
});

/** A question whose answer is one field of what comes. */
export const askingFor = <Answer, Argument>(field: string, request: (argument: Argument) => RegistryRequest) => ({
  queryFn: (argument: Argument, { signal }: Asked): Promise<Result<Answer>> => askForField<Answer>(field, request(argument), signal),
});

async function askForField<Answer>(field: string, request: RegistryRequest, signal: AbortSignal): Promise<Result<Answer>> {
  const { data, error } = await askRegistry<Record<string, Answer>>(request, signal);
  return error ? { error } : { data: data[field] as Answer };
}

/** The same, a page of many: the argument stands beside the place of the page. */
export const askingForPages = <Row, Argument, Place>(
  field: string,
  request: (argument: Argument, place: Place | undefined) => RegistryRequest,
) => ({
  queryFn: ({ queryArg, pageParam }: { queryArg: Argument; pageParam: Place | undefined }, { signal }: Asked): Promise<Result<Row[]>> =>
    askForField<Row[]>(field, request(queryArg, pageParam), signal),
});

/**
 * Path of an environment, and below it. The environment is named by the address of the page, which may have anything there. Browsers follow two dots
 * upwards even when these are encoded: no environment has a dot in its name, and encoded twice they are a name that the registry does not know.
 */
export const inside = (environment: string, path = '') =>
  `/environments/${encodeURIComponent(environment).replaceAll('.', '%252E')}${path}`;

/** What ends something by its id or name. `reason`: empty where nobody gave one. */
export interface Ending {
  id: string;
  reason: string;
}

/** Why, as the query of a call that has no body. */
export const because = (reason: string): string => (reason === '' ? '' : `?${new URLSearchParams({ reason })}`);

export const consoleApi = baseApi.enhanceEndpoints({ addTagTypes: Object.values(TAGS) });
