/** The authorization code flow with PKCE of a public client (RFC 6749, RFC 7636, RFC 8252), with whichever provider the registry names. */
import * as oauth from 'oauth4webapi';
import type { SignInProvider } from '@site/release-model/registry-answers';
import { EXIT, Failure } from '../failure';
import { isLoopback } from '../is-loopback';
import type { KeptSignIn } from './kept-sign-in';
import { listenForReturn } from './loopback';

/** A token that ends sooner is replaced before it is used. */
const SPARE_MS = 30_000;

export const SIGN_IN_ENDED = 'The sign-in has ended. Sign in again: npx release login';

interface SignInOptions {
  /** Shows the address where the person signs in. */
  show: (address: string) => void;
  timeoutMs: number;
  now?: () => number;
}

/** Resolves when somebody has signed in in the browser. @throws Failure if nobody does, or they are refused. */
export async function signIn(provider: SignInProvider, { show, timeoutMs, now = Date.now }: SignInOptions): Promise<KeptSignIn> {
  assertSafe(provider);
  const { server, client, options } = partiesOf(provider);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const loopback = await listenForReturn(provider.redirect_uris, state);
  try {
    const { redirectUri } = loopback;
    const address = new URL(provider.authorization_endpoint);
    for (const [name, value] of Object.entries({
      ...{ client_id: client.client_id, redirect_uri: redirectUri, response_type: 'code', scope: provider.scope, state },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    }))
      address.searchParams.set(name, value);
    show(address.href);

    const returned = await within(timeoutMs, loopback.returned);
    const code = oauth.validateAuthResponse(server, client, returned, state);
    const answer = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), code, redirectUri, verifier, options);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    return kept(provider, tokens, now());
  } catch (error) {
    throw asFailure(error, 'The sign-in did not happen');
  } finally {
    await loopback.close();
  }
}

/** @returns The same, or another one if its access token was about to end. @throws Failure if there is no other. */
export async function refreshed(signedIn: KeptSignIn, now = Date.now()): Promise<KeptSignIn> {
  const { provider, refreshToken, expiresAt } = signedIn;
  if (now < expiresAt - SPARE_MS) return signedIn;
  if (refreshToken === undefined) throw new Failure(SIGN_IN_ENDED, EXIT.unauthorized);
  const { server, client, options } = partiesOf(provider);
  try {
    const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
    const tokens = await oauth.processRefreshTokenResponse(server, client, answer);
    return { ...signedIn, ...kept(provider, tokens, now) };
  } catch (error) {
    const failure = asFailure(error, 'The sign-in could not be renewed');
    throw failure.exitCode === EXIT.unauthorized ? new Failure(SIGN_IN_ENDED, EXIT.unauthorized) : failure;
  }
}

/** Ends the sign-in at the provider. @throws Failure if that is not known to have happened. */
export async function revoke({ provider, refreshToken }: KeptSignIn): Promise<void> {
  if (refreshToken === undefined) return;
  const { server, client, options } = partiesOf(provider);
  try {
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options));
  } catch (error) {
    throw asFailure(error, 'The provider did not end the sign-in');
  }
}

function partiesOf(provider: SignInProvider) {
  const { issuer, authorization_endpoint, token_endpoint, revocation_endpoint, client_id } = provider;
  const server: oauth.AuthorizationServer = { issuer, authorization_endpoint, token_endpoint, revocation_endpoint };
  // Only of this machine, which assertSafe has seen.
  const options = { [oauth.allowInsecureRequests]: token_endpoint.startsWith('http:') };
  return { server, client: { client_id } satisfies oauth.Client, options };
}

/** @throws Failure if a token would go over the network unprotected. */
function assertSafe({ authorization_endpoint, token_endpoint, revocation_endpoint }: SignInProvider): void {
  for (const address of [authorization_endpoint, token_endpoint, revocation_endpoint]) {
    if (!address.startsWith('https:') && !isLoopback(address))
      throw new Failure(`The registry names ${address} to sign in at, which is not https.`, EXIT.refused);
  }
}

const kept = (provider: SignInProvider, tokens: oauth.TokenEndpointResponse, now: number): KeptSignIn => ({
  provider,
  accessToken: tokens.access_token,
  expiresAt: now + (tokens.expires_in ?? 300) * 1000,
  ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
});

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('Nobody has signed in in time.', EXIT.declined)), timeoutMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

function asFailure(error: unknown, sentence: string): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof oauth.AuthorizationResponseError)
    return new Failure(`${sentence}: ${error.error_description ?? error.error}`, EXIT.declined);
  if (error instanceof oauth.ResponseBodyError && error.status < 500)
    return new Failure(`${sentence}: ${error.error_description ?? error.error}`, EXIT.unauthorized);
  return new Failure(`${sentence}: the provider cannot be reached or does not answer as it should.`, EXIT.unavailable);
}
