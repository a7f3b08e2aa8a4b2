/** What is asked of a process under load. */
import type { Asked } from './load';
import type { Serving } from './serve';

export interface Target extends Asked {
  /** The bare answer that this one is compared with, beside the bare handler. */
  beside: 'bare query' | 'bare write';
}

/** A demo is changed again and again: how many one member may have or add in an hour is limited. */
const DEMO = { url: 'https://example.com/demo', description: 'A demo that is written again and again under load.' };

/** The first one is what every other is compared with. */
export function targetsOf({ api, bare, authorization, demos }: Serving): Target[] {
  const write = {
    method: 'PUT',
    beside: 'bare write',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO),
  } as const;
  const read = { method: 'GET', beside: 'bare query' } as const;
  const asMember = { headers: { authorization } };
  return [
    { name: 'bare handler', ...read, url: `${bare}/handler` },
    { name: 'bare query', ...read, url: `${bare}/query` },
    { name: 'bare write', ...write, url: `${bare}/written`, ids: demos },
    { name: 'public playbooks', ...read, url: `${api}/api/draft/playbooks` },
    { name: 'public demos', ...read, url: `${api}/api/draft/demos` },
    { name: 'token verification', ...read, ...asMember, url: `${api}/api/user/session` },
    { name: "a member's read", ...read, ...asMember, url: `${api}/api/user/profile` },
    { name: 'a write', ...write, headers: { ...write.headers, authorization }, url: `${api}/api/demos/player`, ids: demos },
  ];
}
