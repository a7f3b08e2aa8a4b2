import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseIdentityConfig } from '../config';
import { createBreachedPasswords, NOBODY_ASKED } from './breached-passwords';
import { describePasswordRules, passwordProblem } from './password-policy';

const ada = { email: 'ada.byron@example.com', fullName: 'Augusta Ada Lovelace' };
const plain = parseIdentityConfig({});
const strict = parseIdentityConfig({ IDENTITY_PASSWORD_MIN_LENGTH: '10', IDENTITY_PASSWORD_CLASSES: 'lowercase,uppercase,digit,symbol' });
const problem = (password: string, config = plain) => passwordProblem(password, ada, config, NOBODY_ASKED);

describe('the password policy', () => {
  it('asks for six characters by default and for no classes', async () => {
    expect(await problem('kwz7a')).toBe('The password needs at least 6 characters');
    expect(await problem('kwz7ab')).toBeNull();
    expect(await problem('')).toBe('Password cannot be empty');
    expect(await problem('x'.repeat(128) + 'y'.repeat(129))).toBe('The password may have at most 256 characters');
  });

  it('names the classes that are missing', async () => {
    expect(await problem('abcdefghij', strict)).toBe('The password needs an upper-case letter, a digit and a symbol');
    expect(await problem('Abcdefghi1', strict)).toBe('The password needs a symbol');
    expect(await problem('Abcdefgh1!', strict)).toBeNull();
    expect(describePasswordRules(strict.password)).toBe(
      'At least 10 characters, with a lower-case letter, an upper-case letter, a digit and a symbol.',
    );
  });

  it('counts characters as people do', async () => {
    expect(await problem('😀😀😀kw')).toBe('The password needs at least 6 characters');
  });

  it.each([
    ['password', 'it is one of the ten that are used most'],
    ['PassWord1', 'it is one of those that are used most'],
    ['P@ssw0rd', 'it is like one of those that are used most'],
    ['aaaaaaaa', 'it repeats a character'],
    ['abcabcabc', 'it repeats the same few characters'],
    ['abcdefgh', 'it follows the alphabet or counts'],
    ['19121815', 'dates are found in a moment'],
    ['ada.byron@example.com', 'it is made of your name, your address or the name of this site'],
    ['lovelace1', 'it is made of your name, your address or the name of this site'],
    ['cloudpractice', 'it is made of your name, your address or the name of this site'],
    ['correcthorse', 'it is made of few and common words; take more of them, or rarer ones'],
  ])('refuses %s, and says why', async (password, reason) => {
    expect(await problem(password)).toBe(`This password is too easy to guess: ${reason}`);
  });

  it.each(['analytical engine', 'correct horse battery', 'tRq8!vem'])('takes %s', async (password) => {
    expect(await problem(password)).toBeNull();
  });

  it('asks for more, or for nothing, where the configuration does', async () => {
    expect(await problem('analytical engine', parseIdentityConfig({ IDENTITY_PASSWORD_STRENGTH: '4' }))).toContain('too easy to guess');
    expect(await problem('password', parseIdentityConfig({ IDENTITY_PASSWORD_STRENGTH: '0' }))).toBeNull();
  });

  it('judges the beginning of a long one only', async () => {
    expect(await problem(`${'x'.repeat(32)}tRq8!vemLw2#`)).toContain('it repeats a character');
  });
});

describe('a list of breached passwords', () => {
  const PASSWORD = 'analytical engine';
  const HASH = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase();
  const REST = HASH.slice(5);
  let server: Server | undefined;
  let asked: { url: string; padding: unknown }[];
  let outcomes: unknown[];

  /** @param answer Of a server that takes the place of the list. */
  async function judge(answer: RequestListener, timeoutMs = 60_000): Promise<string | null> {
    [asked, outcomes] = [[], []];
    server = createServer((request, response) => {
      asked.push({ url: request.url ?? '', padding: request.headers['add-padding'] });
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const env = { PASSWORD_BREACH_RANGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range` };
    const config = parseIdentityConfig(env);
    const breached = createBreachedPasswords({
      rangeUrl: config.breachRangeUrl,
      onOutcome: (outcome) => outcomes.push(outcome),
      onFailure: (cause) => outcomes.push(cause),
      timeoutMs,
    });
    return passwordProblem(PASSWORD, ada, config, breached);
  }
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('refuses what is on it, and is told no more than five digits of the hash', async () => {
    const lines = [`${'0'.repeat(35)}:2`, `${REST}:17`, ''].join('\r\n');
    expect(await judge((_, response) => response.end(lines))).toBe(
      'This password is known from a leak of another site. Please, choose one that you use nowhere else',
    );
    expect(asked).toEqual([{ url: `/range/${HASH.slice(0, 5)}`, padding: 'true' }]);
    expect(outcomes).toEqual(['known']);
  });

  it('takes what is not on it, padding included', async () => {
    expect(await judge((_, response) => response.end(`${'0'.repeat(35)}:2\r\n${REST}:0\r\n`))).toBeNull();
    expect(outcomes).toEqual(['unknown']);
  });

  it.each<[string, RequestListener, number | undefined]>([
    ['fails', (_, response) => response.writeHead(500).end(`${REST}:17`), undefined],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(), undefined],
    ['is away', ({ socket }) => socket.destroy(), undefined],
    ['does not answer', () => undefined, 1],
  ])('that %s refuses nothing, and is counted and told', async (_, answer, timeoutMs) => {
    expect(await judge(answer, timeoutMs)).toBeNull();
    expect(outcomes).toEqual(['failed', expect.anything()]);
  });

  it('is asked of nobody by default', () => {
    expect(createBreachedPasswords({ rangeUrl: plain.breachRangeUrl })).toBe(NOBODY_ASKED);
  });
});
