/** What is asked of a process under load. */
import type { Asked } from './load';
import type { Serving } from './serve';

export interface Target extends Asked {
  /** The bare answer that this one is compared with, beside the bare handler. */
  beside: 'bare query' | 'bare insert';
}

const DEMO = { demo_kind_id: 1, url: 'https://example.com/demo', description: 'A demo that is written again and again under load.' };

/** The first one is what every other is compared with. */
export function targetsOf({ api, bare, authorization }: Serving): Target[] {
  const write = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(DEMO) } as const;
  const read = { method: 'GET', beside: 'bare query' } as const;
  const asMember = { headers: { authorization } };
  return [
    { name: 'bare handler', ...read, url: `${bare}/handler` },
    { name: 'bare query', ...read, url: `${bare}/query` },
    { name: 'bare insert', ...write, beside: 'bare insert', url: `${bare}/insert` },
    { name: 'public playbooks', ...read, url: `${api}/api/draft/playbooks` },
    { name: 'public demos', ...read, url: `${api}/api/draft/demos` },
    { name: 'token verification', ...read, ...asMember, url: `${api}/api/user/session` },
    { name: "a member's read", ...read, ...asMember, url: `${api}/api/user/profile` },
    { name: 'a write', ...write, beside: 'bare insert', headers: { ...write.headers, authorization }, url: `${api}/api/demos/player` },
  ];
}
