/** Addresses of the console. The environment that a page is about is in its address; the usual one is not written. */
import { useSearchParams } from './search-params';

export const USUAL_ENVIRONMENT = 'production';
export const ENVIRONMENT_PARAMETER = 'environment';

type View =
  | ''
  | 'promote'
  | 'switches'
  | 'history'
  | 'plans'
  | 'proposals'
  | 'previews'
  | 'environments'
  | 'people'
  | 'webhooks'
  | 'audit'
  | 'tokens'
  | `part/${string}`
  | `webhooks/${string}`;

/** @param parameters Beside the environment: `{ to: '12' }`. */
export function consoleAddress(view: View, environment: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(environment !== USUAL_ENVIRONMENT && { [ENVIRONMENT_PARAMETER]: environment }),
    ...parameters,
  });
  return `/console${view && `/${view}`}${query.size > 0 ? `?${query}` : ''}`;
}

type DeskView =
  '' | 'signups' | 'messages' | 'playbooks' | 'demos' | 'projects' | 'groups' | 'mails' | 'erasures' | 'events' | `member/${string}`;

/** @param parameters Such as `{ status: 'new' }`. */
export function deskAddress(view: DeskView, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters);
  return `/console/desk${view && `/${view}`}${query.size > 0 ? `?${query}` : ''}`;
}

/** The environment that this page is about. */
export const useEnvironment = (): string => useSearchParams()[0].get(ENVIRONMENT_PARAMETER) ?? USUAL_ENVIRONMENT;
