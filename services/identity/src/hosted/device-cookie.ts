/**
 * The cookie by which a browser is known to have signed in before, after OWASP's device cookies. It proves nothing but that, and lets
 * nobody in: failures elsewhere do not hold this browser up.
 */
import { randomBytes } from 'node:crypto';
import { hostCookie } from '@site/platform/cookie-names';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostedContext } from './hosted-scope';

const nameOf = ({ config }: HostedContext) => hostCookie('idp_device', isSecure(config));
const isSecure = ({ issuer }: HostedContext['config']) => issuer.startsWith('https:');
const YEAR_MS = 365 * 86_400_000;
/** Accounts that one browser is remembered for; the one that signed in longest ago gives way. */
const MOST_ACCOUNTS = 5;

/** What this browser is called, by the accounts that have signed in with it; empty for a new browser and for a cookie that we did not make. */
export function knownAccounts(context: HostedContext, request: FastifyRequest, reply: FastifyReply): Map<string, string> {
  const value = cookies(context, request, reply).get(nameOf(context), { signed: true }) ?? '';
  return new Map(
    value
      .split('~')
      .map((entry) => entry.split('.'))
      .filter((entry): entry is [string, string] => entry.length === 2),
  );
}

/** Remembers that an account has signed in here. @returns whether the browser knew it already. */
export function rememberAccount(context: HostedContext, request: FastifyRequest, reply: FastifyReply, sub: string): boolean {
  const known = knownAccounts(context, request, reply);
  const name = known.get(sub);
  known.delete(sub);
  const entries = [...known, [sub, name ?? randomBytes(16).toString('base64url')]].slice(-MOST_ACCOUNTS);
  cookies(context, request, reply).set(nameOf(context), entries.map((entry) => entry.join('.')).join('~'), {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(context.config),
    path: '/',
    maxAge: YEAR_MS,
  });
  return name !== undefined;
}

/** The jar of the OpenID provider, which signs with its key. */
function cookies({ host, config }: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const jar = host.provider().app.createContext(request.raw, reply.raw).cookies;
  // What the request came by, behind the proxy, is not what the browser used.
  jar.secure = isSecure(config);
  return jar;
}
