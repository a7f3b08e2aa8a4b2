/** Visitors: they read pages and write to the practice. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random';
import { FAMILY, newPerson, sendForm } from './account';
import type { Site } from './site';

const PAGES = ['/', '/practice', '/Demo', '/contact', '/signup', '/privacy', '/params.json', '/api/draft/demos', '/api/draft/playbooks'];
const PAUSE_MS = 400;

export async function visitors(site: Site, random: Random): Promise<void> {
  while (!site.signal.aborted) {
    const visitor = newPerson();
    for (let pages = 1 + random.below(6); pages > 0; pages -= 1) {
      const path = random.pick(PAGES);
      const reply = await site.ask(visitor.who, { method: 'GET', path });
      if (reply !== null && reply.status >= 300 && reply.status < 500) site.wonder(`GET ${path}: ${reply.status}`);
      await sleep(random.below(PAUSE_MS));
    }
    if (random.chance(0.4)) await sendForm(site, visitor, 'contact', { goal: 'other', name: `Bea ${FAMILY}`, message: 'How do you do?' });
  }
}
