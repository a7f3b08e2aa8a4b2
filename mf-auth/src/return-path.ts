import { DEFAULT_TARGET, isOwnPath } from '@site/session';

/** Some pages have a dot in their names; `..` is none of them. */
const SEGMENT = /^[\w-][\w.-]*$/;

/**
 * Where a person goes after signing in: the path that the page before handed over, else the target in the address, else the card. Always
 * an address of this site.
 * @param target The optional segment after `/signin`, decoded.
 * @param state State of the history entry: `{ returnTo: '/playbook/3' }` or anything.
 */
export function returnPath(target: string | undefined, state: unknown): string {
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  if (typeof returnTo === 'string' && isOwnPath(returnTo)) return returnTo;
  return target !== undefined && SEGMENT.test(target) ? `/${target}` : DEFAULT_TARGET;
}
