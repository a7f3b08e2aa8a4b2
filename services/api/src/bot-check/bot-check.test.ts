import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BotChallenge } from '@site/contracts/api/bot-check';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import { solve } from '../testing/solve';
import { createAltchaCheck } from './altcha-check';
import { createRecaptchaCheck } from './recaptcha-check';

const options = { secret: 's'.repeat(32), maxWork: 50, lifeSeconds: 60 };
const decode = (token: string) =>
  JSON.parse(Buffer.from(token, 'base64').toString()) as { challenge: BotChallenge; solution: { counter: number; derivedKey: string } };
const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');

describe('the proof of work', () => {
  const check = createAltchaCheck(options);
  const token = async () => solve((await check.createChallenge('contact')) as BotChallenge);

  it('passes for its action only', async () => {
    const solved = await token();
    expect(await check.check(solved, 'contact')).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), expiresAt: expect.any(Date) });
    expect(await check.check(solved, 'signup')).toBeNull();
  });

  it('is one token, however it is written', async () => {
    const solved = await token();
    const { challenge, solution } = decode(solved);
    const rewritten = encode({ solution: { ...solution, time: 7 }, challenge, more: true });
    expect((await check.check(rewritten, 'contact'))?.hash).toBe((await check.check(solved, 'contact'))?.hash);
  });

  it('passes while its secret is being replaced, and not once it was', async () => {
    const solved = await token();
    const next = { ...options, secret: 'n'.repeat(32) };
    expect(await createAltchaCheck({ ...next, accepted: [options.secret] }).check(solved, 'contact')).not.toBeNull();
    expect(await createAltchaCheck(next).check(solved, 'contact')).toBeNull();
  });

  it('does not pass when it is expired, foreign, changed, unsolved or nonsense', async () => {
    const { challenge, solution } = decode(await token());
    const expired = createAltchaCheck({ ...options, lifeSeconds: -1 });
    const foreign = createAltchaCheck({ ...options, secret: 'f'.repeat(32) });
    const tampered = (parameters: object) =>
      encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } }, solution });
    const tokens = [
      await solve((await expired.createChallenge('contact')) as BotChallenge),
      await solve((await foreign.createChallenge('contact')) as BotChallenge),
      tampered({ expiresAt: challenge.parameters.expiresAt + 600 }),
      tampered({ data: { action: 'signup' } }),
      tampered({ cost: 1e9 }),
      encode({ challenge, solution: { ...solution, derivedKey: 'ab' } }),
      encode({ challenge, solution: { ...solution, derivedKey: 'abc' } }),
      encode({ challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } }),
      encode(null),
      '',
      '%%%',
    ];
    for (const one of tokens) {
      expect(await check.check(one, 'contact')).toBeNull();
      expect(await check.check(one, 'signup')).toBeNull();
    }
  });
});

describe('reCAPTCHA', () => {
  let google: Server;
  let api: TestApi;
  let verifyUrl: string;
  let verdict: object = {};
  let status = 200;
  const received: string[] = [];
  beforeAll(async () => {
    google = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(body);
        response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(JSON.stringify(verdict));
      });
    });
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
    verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`;
    api = await createTestApi({ RECAPTCHA_SECRET: 'a secret', RECAPTCHA_VERIFY_URL: verifyUrl });
  });
  afterAll(async () => {
    await api.close();
    await new Promise((resolve) => google.close(resolve));
  });

  const contact = (recaptchaToken: string) =>
    api.call('POST', '/contact', {
      body: {
        goal: 'other',
        name: 'Ada',
        email: 'ada@example.com',
        phone: '+12345678901',
        message: `With ${recaptchaToken}`,
        recaptchaToken,
      },
    });

  it('is asked with the secret and the token; a good score for the action passes, once', async () => {
    verdict = { success: true, action: 'contact', score: 0.9, hostname: 'localhost' };
    expect((await contact('token-1')).status).toBe(200);
    expect(received.at(-1)).toBe('secret=a+secret&response=token-1');
    const again = await api.call('POST', '/contact', {
      body: { goal: 'other', name: 'Eve', email: 'eve@example.com', phone: '+12345678901', message: 'Replay', recaptchaToken: 'token-1' },
    });
    expect(again.status).toBe(403);
  });

  it.each([
    [{ success: false, action: 'contact', score: 0.9, hostname: 'localhost' }],
    [{ success: true, action: 'signup', score: 0.9, hostname: 'localhost' }],
    [{ success: true, action: 'contact', score: 0.4, hostname: 'localhost' }],
    [{ success: true, action: 'contact', hostname: 'localhost' }],
    [{ success: true, action: 'contact', score: 0.9, hostname: 'elsewhere.example' }],
    [{ success: true, action: 'contact', score: 0.9 }],
  ])('refuses %j', async (given) => {
    verdict = given;
    expect((await contact(`token ${JSON.stringify(given)}`)).status).toBe(403);
  });

  it('refuses nobody silently when it cannot be asked', async () => {
    status = 502;
    await expect(
      createRecaptchaCheck({ secret: 's', minScore: 0.5, verifyUrl, host: 'localhost' }).check('token', 'contact'),
    ).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    expect((await contact('token-2')).status).toBe(503);
    status = 200;
  });

  it('follows no redirect, which would hand the secret on', async () => {
    status = 307;
    const asked = received.length;
    expect((await contact('token-3')).status).toBe(503);
    expect(received.length).toBe(asked + 1);
    status = 200;
  });

  it('has no challenge', async () => {
    expect(await api.call('GET', '/bot-check/challenge?action=contact')).toMatchObject({
      status: 404,
      body: { code: 'bot-challenge-unavailable' },
    });
  });
});
