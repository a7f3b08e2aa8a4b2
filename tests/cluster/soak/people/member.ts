/** Members: they join, work on their card, sign out and in, and some of them leave for good. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GOALS, PERSONAL_GOALS } from '@site/contracts/api/profile';
import type { PhotoAnswer } from '@site/contracts/api/photo';
import type { PlayerPlaybook } from '@site/contracts/api/playbooks';
import type { PlayerDemo } from '@site/contracts/api/demos';
import { ANY } from '../check/acts';
import type { Random } from '../random';
import { comeIn, type Here, join } from './account';
import type { Mailbox } from './mailbox';
import { signOut } from './sign-in';
import type { Site } from './site';

export interface Programme {
  demoKinds: readonly number[];
  playbooks: readonly number[];
}

/** What the checker has to know of those who were here. */
export interface Guests {
  /** Subjects of the accounts by the ids of their people. */
  subjects: Map<string, string>;
  /** Access tokens whose sign-in has ended, as the site said. */
  ended: { who: number; token: string }[];
  /** People who want to be erased, as the site said. */
  leaving: Set<string>;
  passwords: string[];
}

interface Demo {
  id: number;
  register: string;
  url: string;
}

interface Card {
  demos: Demo[];
  follows: Map<number, number>;
}

/** One pixel. It is kept under another name each time. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ACTS_OF_A_LIFE = 60;
const PAUSE_MS = { least: 300, most: 1_500 };

/** One member after the other, until the people go home. */
export async function members(site: Site, mailbox: Mailbox, programme: Programme, random: Random, guests: Guests): Promise<void> {
  while (!site.signal.aborted) {
    const member = await join(site, mailbox);
    if (member === null) return;
    guests.subjects.set(member.id, member.subject);
    guests.passwords.push(member.chosen);
    const card: Card = { demos: [], follows: new Map() };
    for (let acts = 0; acts < ACTS_OF_A_LIFE && !site.signal.aborted; acts += 1) {
      if (!(await random.pick(DEEDS)({ site, member, card, programme, random, guests }))) return;
      await sleep(PAUSE_MS.least + random.below(PAUSE_MS.most - PAUSE_MS.least));
    }
    if (!site.signal.aborted && random.chance(0.7)) await leaveForGood({ site, member, card, programme, random, guests });
  }
}

interface Situation {
  site: Site;
  member: Here;
  card: Card;
  programme: Programme;
  random: Random;
  guests: Guests;
}

/** @returns false if the people went home meanwhile. */
type Deed = (situation: Situation) => Promise<boolean>;

const tokenOf = ({ member }: Situation) => member.tokens.access_token;

const saveProfile: Deed = async (of) => {
  const { site, member, random } = of;
  const some = (keys: readonly { key: string }[]) =>
    keys
      .map(({ key }) => key)
      .filter(() => random.chance(0.5))
      .sort();
  const [goals, personal] = [some(GOALS), some(PERSONAL_GOALS)];
  const [notify_opt_in, profile_visibility] = [random.chance(0.5), random.pick(['sharable', 'private'])];
  const chosen = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, true]));
  const body = { notify_opt_in, profile_visibility, goals: chosen(goals), goals_personal: chosen(personal) };
  const value = [notify_opt_in ? 't' : 'f', profile_visibility, goals.join(' '), personal.join(' ')].join('|');
  const request = { method: 'PUT', path: '/api/user/profile', token: tokenOf(of), body } as const;
  await site.act(member.who, request, { register: `profile ${member.id}`, value });
  return true;
};

const addDemo: Deed = async (of) => {
  const { site, member, programme, random, card } = of;
  const url = `https://demos.example.com/${randomUUID()}`;
  const register = `demo ${member.id} ${url}`;
  const description = `Shows ${randomUUID()}`;
  const body = { demo_kind_id: random.pick(programme.demoKinds), url, description };
  const request = { method: 'POST', path: '/api/demos/player', token: tokenOf(of), body, idempotencyKey: randomUUID() } as const;
  const reply = await site.actUntilAnswered(member.who, request, { register, value: description });
  if (reply?.status === 200) card.demos.push({ ...(JSON.parse(reply.text) as PlayerDemo), register });
  return true;
};

const changeDemo: Deed = async (of) => {
  const { site, member, random, card } = of;
  if (card.demos.length === 0) return true;
  const { id, url, register } = random.pick(card.demos);
  const description = `Shows ${randomUUID()}`;
  const request = { method: 'PUT', path: `/api/demos/player/${id}`, token: tokenOf(of), body: { url, description } } as const;
  await site.act(member.who, request, { register, value: description });
  return true;
};

const removeDemo: Deed = async (of) => {
  const { site, member, random, card } = of;
  if (card.demos.length === 0) return true;
  const demo = random.pick(card.demos);
  card.demos = card.demos.filter((other) => other !== demo);
  const request = { method: 'DELETE', path: `/api/demos/player/${demo.id}`, token: tokenOf(of) } as const;
  await site.act(member.who, request, { register: demo.register, value: null });
  return true;
};

const follow: Deed = async (of) => {
  const { site, member, programme, random, card } = of;
  const [playbook_id, role] = [random.pick(programme.playbooks), random.pick(['produce', 'join'])];
  const request = { method: 'POST', path: '/api/playbooks/player', token: tokenOf(of), body: { playbook_id, role } } as const;
  const reply = await site.act(member.who, request, { register: `follow ${member.id} ${playbook_id}`, value: role });
  if (reply?.status === 200) card.follows.set(playbook_id, (JSON.parse(reply.text) as PlayerPlaybook).id);
  return true;
};

const unfollow: Deed = async (of) => {
  const { site, member, random, card } = of;
  if (card.follows.size === 0) return true;
  const [playbook, id] = random.pick([...card.follows]);
  card.follows.delete(playbook);
  const request = { method: 'DELETE', path: `/api/playbooks/player/${id}`, token: tokenOf(of) } as const;
  await site.act(member.who, request, { register: `follow ${member.id} ${playbook}`, value: null });
  return true;
};

const savePhoto: Deed = async (of) => {
  const { site, member } = of;
  const body = { img_type: 'png', img_base64_data: PICTURE };
  const register = `photo ${member.id}`;
  const keyOf = (text: string) => /photos\/([0-9a-f]{48})-/.exec((JSON.parse(text) as PhotoAnswer).profile_photo_url)?.[1] ?? '';
  const request = { method: 'PUT', path: '/api/user/profile/photo', token: tokenOf(of), body } as const;
  const reply = await site.act(member.who, request, ({ text }) => ({ register, value: keyOf(text) }));
  // Which name the picture would have got, nobody knows.
  if (reply === null || reply.status >= 500) site.journal.note({ register, value: ANY, state: 'unanswered' });
  return true;
};

const look: Deed = async (of) => {
  const { site, member, random } = of;
  const path = random.pick(['/card', '/draft', '/api/user/profile', '/api/user/export', '/api/demos/player', '/api/user/draft/playbooks']);
  const reply = await site.ask(member.who, { method: 'GET', path, token: tokenOf(of) });
  if (reply !== null && reply.status >= 400 && reply.status < 500) site.wonder(`GET ${path}: ${reply.status}`);
  return true;
};

const leaveAndReturn: Deed = async ({ site, member, guests }) => {
  const token = member.tokens.access_token;
  if (await signOut(site, member, member.tokens).catch(() => false)) guests.ended.push({ who: member.who, token });
  const tokens = await comeIn(site, member);
  if (tokens === null) return false;
  member.tokens = tokens;
  return true;
};

/** Some of them think better of it. */
const leaveForGood: Deed = async (of) => {
  const { site, member, random, guests } = of;
  const register = `deletion ${member.id}`;
  const asked = { method: 'POST', path: '/api/user/deletion', token: tokenOf(of), body: { password: member.chosen } } as const;
  const reply = await site.act(member.who, asked, { register, value: 'due' });
  if (reply?.status !== 200) return true;
  if (!random.chance(0.3)) guests.leaving.add(member.id);
  else await site.act(member.who, { method: 'DELETE', path: '/api/user/deletion', token: tokenOf(of) }, { register, value: null });
  return true;
};

/** What a member may do next. Some of it is done twice as often. */
const DEEDS: readonly Deed[] = [
  ...[saveProfile, saveProfile, addDemo, addDemo, follow, follow],
  ...[changeDemo, removeDemo, unfollow, savePhoto, look, leaveAndReturn],
];
