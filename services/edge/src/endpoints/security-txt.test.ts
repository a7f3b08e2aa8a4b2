import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestServer } from '@site/platform/testing/test-server';
import type { FastifyInstance } from 'fastify';
import { securityTxtRoute } from './security-txt.route';

let server: FastifyInstance;
afterEach(() => server.close());

async function ask(contacts: string[], headers: Record<string, string> = {}) {
  server = createTestServer();
  const now = () => new Date('2026-11-23T13:14:15Z');
  await server.register(securityTxtRoute, { contacts, publicOrigin: 'https://www.example.com', now });
  return server.inject({ url: '/.well-known/security.txt', headers });
}

describe('security.txt', () => {
  it('says whom to tell, until when that holds, and where it belongs', async () => {
    const answer = await ask(['mailto:security@example.com', 'https://example.com/report']);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.trimEnd().split('\n')).toEqual([
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
      'Expires: 2027-05-22T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://www.example.com/.well-known/security.txt',
    ]);
  });

  it('is not there while nobody is named', async () => {
    expect((await ask([])).statusCode).toBe(404);
  });
});
