/** What the cookies of a visitor say, and the cookie that decides about candidates. It exists only while there is something to decide. */
import { randomUUID } from 'node:crypto';
import { SHELL_FALLBACK_COOKIE } from '@site/contracts/names';
import { dependsOnVisitor } from '@site/release-model/cohort';
import type { Parts } from '@site/release-model/target';
import type { Visitor } from '../site/choice';
import { cookie, cookieOf } from './cookies';

const COOKIE = 'visitor';
const LIFETIME_SECONDS = 90 * 24 * 60 * 60;

export interface RecognizedVisitor extends Visitor {
  /** Value for `set-cookie`; null when the browser has what it should have. */
  setCookie: string | null;
  /** Whether the cookies can make a difference to what is answered. */
  matters: boolean;
}

export function recognize(cookies: string | undefined, parts: Parts, isSecure: boolean): RecognizedVisitor {
  const given = cookieOf(cookies, COOKIE, isSecure);
  const failedShells = failedShellsOf(cookies)?.split('_') ?? [];
  const depends = dependsOnVisitor(parts);
  const known = depends && given !== null && /^[0-9a-f]{32}$/.test(given) ? given : null;
  const id = known ?? (depends ? randomUUID().replaceAll('-', '') : null);
  const setCookie = known === null && id !== null ? cookie(COOKIE, id, LIFETIME_SECONDS, isSecure) : null;
  return {
    id,
    isNew: known === null && id !== null,
    failedShells,
    setCookie: !depends && given !== null ? cookie(COOKIE, '', 0, isSecure) : setCookie,
    matters: depends || failedShells.length > 0,
  };
}

/** The script of the document, which sets it, knows by itself whether it came by https. */
const failedShellsOf = (cookies: string | undefined): string | null =>
  cookieOf(cookies, SHELL_FALLBACK_COOKIE, true) ?? cookieOf(cookies, SHELL_FALLBACK_COOKIE, false);
