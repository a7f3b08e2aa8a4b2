/** The staff at their desk: what the programme consists of, messages, ranks and projects. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskMessage } from '@site/contracts/api/desk';
import type { MemberDetails } from '@site/contracts/api/desk-members';
import { DOMAIN } from '../check/kept';
import type { Random } from '../random';
import type { Here } from './account';
import type { Guests, Programme } from './member';
import type { Site } from './site';

const PAUSE_MS = 700;
const LONG = 'As long as it takes to say what it is about.';

/** What members need before they can do anything. */
export async function prepareProgramme(site: Site, staff: Here): Promise<Programme> {
  const add = async (path: string, body: object): Promise<number> => {
    const request = { method: 'POST', path: `/api/desk/${path}`, token: staff.tokens.access_token, body } as const;
    const reply = await site.ask(staff.who, request);
    if (reply?.status !== 200) throw new Error(`The desk does not take ${path}: ${reply?.status} ${reply?.text}`);
    return (JSON.parse(reply.text) as { id: number }).id;
  };
  const demoKinds = [
    await add('demo-kinds', { name: 'A pipeline', description: LONG }),
    await add('demo-kinds', { name: 'A service', description: LONG }),
  ];
  const playbook = {
    ...{ description_1: LONG, description_2: LONG, description_3: LONG, min_size: 2, max_size: 5, memberLevel: 'Player' },
    ...{ needs_subscription: false, needs_rank: false, is_listed: true },
  };
  const playbooks = [];
  for (const name of ['The Open Bench', 'Interview Relay', 'Tenant Zero']) playbooks.push(await add('playbooks', { name, ...playbook }));
  return { demoKinds, playbooks };
}

/**
 * @param share Which part of messages and members is theirs, such as 0 of 2: what a register holds is known only where one writes it.
 */
export async function deskWork(site: Site, staff: Here, random: Random, guests: Guests, [share, of]: [number, number]): Promise<void> {
  const { who } = staff;
  const token = staff.tokens.access_token;
  const isMine = (id: string) => Number.parseInt(id.slice(0, 8), 16) % of === share;
  const projects: { id: number; name: string; version: number }[] = [];

  const messages = async () => {
    const reply = await site.ask(who, { method: 'GET', path: '/api/desk/messages', token });
    if (reply?.status !== 200) return;
    const ours = (JSON.parse(reply.text) as DeskMessage[]).filter(({ email }) => email.endsWith(`@${DOMAIN}`) && isMine(email));
    if (ours.length === 0) return;
    const { id, email, version } = random.pick(ours);
    const status = random.pick(['in-progress', 'closed']);
    const request = { method: 'PUT', path: `/api/desk/messages/${id}`, token, version, body: { status } } as const;
    await site.act(who, request, { register: `message ${email.split('@')[0]}`, value: status });
  };
  const ranks = async () => {
    const known = [...guests.subjects].filter(([id]) => isMine(id) && !guests.leaving.has(id));
    if (known.length === 0) return;
    const [id, subject] = random.pick(known);
    const path = `/api/desk/members/${subject}`;
    const seen = await site.ask(who, { method: 'GET', path, token });
    if (seen?.status !== 200) return;
    const { version } = JSON.parse(seen.text) as MemberDetails;
    const rank = random.below(5);
    const body = { tessera_rank: rank, subscription_until: null };
    const request = { method: 'PUT', path, token, version, body, mayBeGone: true } as const;
    await site.act(who, request, { register: `rank ${id}`, value: String(rank) });
  };
  const addProject = async () => {
    const [name, description] = [`Project ${randomUUID()}`, `Is about ${randomUUID()}`];
    const body = { name, description, url: 'https://projects.example.com/' };
    const reply = await site.act(
      who,
      { method: 'POST', path: '/api/desk/projects', token, body },
      { register: `project ${name}`, value: description },
    );
    if (reply?.status === 200) projects.push({ ...(JSON.parse(reply.text) as { id: number; version: number }), name });
  };
  const removeProject = async () => {
    const project = projects.pop();
    if (!project) return;
    const { id, version } = project;
    const request = { method: 'DELETE', path: `/api/desk/projects/${id}`, token, version } as const;
    await site.act(who, request, { register: `project ${project.name}`, value: null });
  };

  while (!site.signal.aborted) {
    await random.pick([messages, messages, ranks, addProject, removeProject])();
    await sleep(random.below(PAUSE_MS) + PAUSE_MS);
  }
}
