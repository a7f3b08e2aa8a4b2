/** Somebody of the staff who is taken out of the group. */
import { ask } from '../load/visitors';
import type { Cluster } from '../shape/cluster';
import { joinGroup } from '../soak/people/account';
import { openMailbox } from '../soak/people/mailbox';
import { createSite } from '../soak/people/site';

const NOBODY_ASKS = { acts: [], note: () => undefined, close: () => undefined };

/** @returns the statuses with which each process of the API answers them at the desk, before and with the next request after. */
export async function staffRemoved(cluster: Cluster): Promise<{ before: number[]; after: number[] }> {
  const site = createSite(cluster.origin, NOBODY_ASKS, new AbortController().signal, () => []);
  const mailbox = openMailbox(cluster.replicas.map(({ dataDir }) => dataDir));
  const staff = await joinGroup(cluster, site, mailbox, 'staff');
  if (staff === null) throw new Error('Nobody joined.');
  const headers = { authorization: `Bearer ${staff.tokens.access_token}` };
  const atDesk = () =>
    Promise.all(cluster.of('api').map(async ({ origin }) => (await ask(`${origin}/api/desk/projects`, staff.who, { headers })).status));
  const before = await atDesk();
  await cluster.operator('remove', staff.email, 'staff');
  return { before, after: await atDesk() };
}
