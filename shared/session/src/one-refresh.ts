/**
 * Where the identity library has its tokens from, with one refresh at a time for all tabs of a browser. The library knows of its own document
 * only: tabs that find the same old token at the same moment would each ask for a new one.
 */
import { Amplify, type ResourcesConfig } from 'aws-amplify';
import type { FetchAuthSessionOptions } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { identityOfMember } from './identity-of-member';

type Tokens = Awaited<ReturnType<typeof cognitoUserPoolsTokenProvider.getTokens>>;

const LOCK = 'session-refresh';

/**
 * Tokens that end within this time are looked at in turn; whether they are refreshed decides the library, whose own limit is 5,000 ms. What is above
 * that costs a turn of a millisecond, and no refresh.
 */
const NEAR_END_MS = 10_000;

/** Longest wait for one's turn: a tab in which nothing is answered must not keep all others waiting. The provider forgives two who refresh at once. */
const TURN_LIMIT_MS = 10_000;

/**
 * How long a tab that has waited for its turn looks out for what the one before it has stored: browsers tell one process what another has written
 * after it may already have the lock.
 */
const TOLD_WITHIN_MS = 250;

/** Calls of this document that are under way, by what they ask for. */
const underWay = new Map<boolean, Promise<Tokens>>();

/** The tokens that are stored, refreshed when they are about to expire; null for a visitor. Rejects on a network error. */
export async function getTokens(options: FetchAuthSessionOptions = {}): Promise<Tokens> {
  const { forceRefresh = false } = options;
  const found = await storedTokens();
  if (found === null || (!forceRefresh && !endsSoon(found))) return cognitoUserPoolsTokenProvider.getTokens(options);
  const call = underWay.get(forceRefresh) ?? inTurn((hasWaited) => refreshUnlessDone(options, String(found.accessToken), hasWaited));
  underWay.set(forceRefresh, call);
  try {
    return await call;
  } finally {
    if (underWay.get(forceRefresh) === call) underWay.delete(forceRefresh);
  }
}

/** @param seen The access token that was to be replaced. Where another tab has done so meanwhile, there is nothing to force any more. */
async function refreshUnlessDone(options: FetchAuthSessionOptions, seen: string, hasWaited: boolean): Promise<Tokens> {
  const isReplaced = async (): Promise<boolean> => {
    const now = await storedTokens();
    // Stored one by one: the clock's drift, by which one ends soon, comes last.
    return now === null || (String(now.accessToken) !== seen && !endsSoon(now));
  };
  const isDone = (await isReplaced()) || (hasWaited && (await isTold(isReplaced)));
  return cognitoUserPoolsTokenProvider.getTokens(isDone ? { ...options, forceRefresh: false } : options);
}

/** Whether it comes to be within {@link TOLD_WITHIN_MS}, asked whenever something is told to have been stored. */
function isTold(isReplaced: () => Promise<boolean>): Promise<boolean> {
  const over = new AbortController();
  const { signal } = over;
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), TOLD_WITHIN_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('storage', () => void isReplaced().then((is) => is && resolve(true)), { signal });
  }).finally(() => over.abort());
}

const storedTokens = () => cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();

type StoredTokens = NonNullable<Awaited<ReturnType<typeof storedTokens>>>;

function endsSoon({ accessToken, idToken, clockDrift }: StoredTokens): boolean {
  const now = Date.now() + clockDrift;
  return [accessToken, idToken].some((token) => token !== undefined && (token.payload.exp ?? 0) * 1000 - now < NEAR_END_MS);
}

/**
 * Does it when no other tab does. Browsers have no locks at origins that are not secure, and none is waited for longer than {@link TURN_LIMIT_MS}:
 * then tabs refresh beside each other, and the provider answers them with the same successor.
 */
async function inTurn<Value>(act: (hasWaited: boolean) => Promise<Value>): Promise<Value> {
  if (!('locks' in navigator)) return act(false);
  let begun: Promise<Value> | null = null;
  const take = (hasWaited: boolean) => (lock: Lock | null) => lock && (begun = act(hasWaited));
  const turn = async (options: LockOptions, hasWaited: boolean): Promise<void> => {
    // What it throws is either of the act, which says so itself, or that the turn has not come.
    await navigator.locks.request(LOCK, options, take(hasWaited)).catch(() => undefined);
  };
  await turn({ ifAvailable: true }, false);
  if (!begun) await turn({ signal: AbortSignal.timeout(TURN_LIMIT_MS) }, true);
  return begun ?? act(false);
}

/** Sets the library up to refresh in this way. */
export function configureLibrary(config: ResourcesConfig): void {
  // The library does so itself only where it is not told where its tokens are from.
  if (config.Auth) cognitoUserPoolsTokenProvider.setAuthConfig(config.Auth);
  Amplify.configure(config, { Auth: { tokenProvider: { getTokens }, credentialsProvider: identityOfMember } });
}
