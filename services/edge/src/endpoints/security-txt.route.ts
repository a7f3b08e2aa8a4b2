/** `/.well-known/security.txt`: whom to tell of a weakness (RFC 9116). */
import type { FastifyPluginAsync } from 'fastify';
import { sendTagged } from '../http/entity-tag';

export interface SecurityTxtOptions {
  /** Addresses (`mailto:`, `https:`) in the order in which to try them. Without any the site has no such file. */
  contacts: readonly string[];
  /** Origin under which visitors know the site. */
  publicOrigin: string;
  now: () => Date;
}

const ADDRESS = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** The standard recommends less than a year. */
const VALID_DAYS = 180;

export const securityTxtRoute: FastifyPluginAsync<SecurityTxtOptions> = async (fastify, { contacts, publicOrigin, now }) => {
  if (contacts.length === 0) return;
  fastify.get(ADDRESS, async (request, reply) => {
    // From midnight on, so that the answer is the same for a day.
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL(ADDRESS, publicOrigin).href}`,
    ];
    return sendTagged(request, reply, 'text/plain; charset=utf-8', `${lines.join('\n')}\n`);
  });
};
