import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createTestApi, type TestApi } from '../testing/create-test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ CONTACT_EMAIL: 'desk@practice.test' });
});
afterAll(() => api.close());

const form = async (change: Record<string, unknown> = {}) => ({
  goal: 'SaaS acquisition',
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '+12345678901',
  message: 'Is it for sale?\nKind regards',
  recaptchaToken: await api.botToken('contact'),
  ...change,
});
const send = async (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  api.call('POST', '/contact', { body: await form(change), headers });

describe('POST /contact', () => {
  it('200: stores the message, mails the practice and sends a receipt without the words of the sender', async () => {
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ overall: [expect.any(String), expect.stringContaining('2-3 business days')] });
    const mails = await api.mails();
    expect(mails).toHaveLength(2);
    const [toPractice, toSender] = ['desk@practice.test', 'ada@example.com'].map((to) => mails.find((mail) => mail.to === to));
    expect(toPractice).toMatchObject({ replyTo: 'ada@example.com', text: expect.stringContaining('Is it for sale?\nKind regards') });
    expect(toSender?.text).toContain('2-3 business days');
    expect(toSender?.text).not.toMatch(/Ada|for sale/);
  });

  it.each([
    ['name', '', { Name: ['Enter your full name'] }],
    ['email', 'ada', { Email: ['Enter a valid email address'] }],
    ['phone', '12345678901', { Phone: ['Enter a full phone number starting with a plus sign'] }],
    ['message', '  ', { Message: ['Enter your question'] }],
    ['name', 'Ada \ud800', { Name: ['Remove the characters that cannot be shown'] }],
    ['message', undefined, { Message: ['Enter your question'] }],
  ])('400: tells what is wrong with %s %j under the field', async (field, value, expected) => {
    const answer = await send({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: 'form-refused',
      error: expect.any(String),
      requestId: expect.any(String),
      overall: ['Some fields need a correction'],
      ...expected,
    });
  });

  it('400: tells overall what belongs to no field', async () => {
    expect((await send({ goal: 'anything' })).body).toMatchObject({ overall: ['Select what your message is about'] });
    expect((await send({ recaptchaToken: '' })).body).toMatchObject({
      overall: ['The form was sent without its bot check. Please, try again'],
    });
    const answer = await api.call('POST', '/contact', { body: '{', headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 400, body: { overall: [expect.any(String)] } });
  });

  it('403: refuses a missing proof of work, one for another form, and one that was used', async () => {
    const used = await api.botToken('contact');
    expect((await send({ recaptchaToken: used })).status).toBe(200);
    for (const recaptchaToken of ['nonsense', await api.botToken('signup'), used]) {
      const answer = await send({ recaptchaToken, message: 'Another message' });
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'bot-check-failed', overall: ['The bot check did not pass. Please, try again'] },
      });
    }
  });

  it('200: answers a repeat of the same form as before and stores nothing twice', async () => {
    const body = await form({ message: 'Once' });
    const before = await api.countRows('api.contact_message');
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('POST', '/contact', { body })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await api.countRows('api.contact_message')).toBe(before + 1);
    expect((await api.mails()).filter((mail) => mail.text.includes('Once'))).toHaveLength(1);
  });

  it('200: 50 parallel submissions under one idempotency key make one row and one mail to the practice', async () => {
    const body = await form({ message: 'Under one key' });
    const before = await api.countRows('api.contact_message');
    const headers = { 'idempotency-key': 'a-key-of-the-form' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('POST', '/contact', { body, headers })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await api.countRows('api.contact_message')).toBe(before + 1);
    expect((await api.mails()).filter((mail) => mail.text.includes('Under one key'))).toHaveLength(1);
  });

  it('422: refuses an idempotency key that came with another form', async () => {
    const headers = { 'idempotency-key': 'a-key-for-two-forms' };
    expect((await send({}, headers)).status).toBe(200);
    expect(await send({ message: 'Other' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency-key-reused', overall: [expect.any(String)] },
    });
  });
});

describe('POST /contact for one recipient', () => {
  it('429: mails an address only so often, from wherever the forms come and however they write it', async () => {
    const limited = await createTestApi({ RECIPIENT_LIMIT: '2' });
    const attempts = [];
    for (const email of ['ada@example.com', 'ADA@example.com', 'Ada@example.com', 'eve@example.com'])
      attempts.push(
        await limited.call('POST', '/contact', { body: await form({ email, recaptchaToken: await limited.botToken('contact') }) }),
      );
    const receipts = (await limited.mails()).map(({ to }) => to).filter((to) => to.toLowerCase() === 'ada@example.com');
    await limited.close();
    expect(attempts.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(receipts).toHaveLength(2);
  });

  it('200: answers the repeat of the last form that an address may have as before', async () => {
    const limited = await createTestApi({ RECIPIENT_LIMIT: '1' });
    const body = await form({ recaptchaToken: await limited.botToken('contact') });
    const first = await limited.call('POST', '/contact', { body });
    const repeat = await limited.call('POST', '/contact', { body });
    const stored = await limited.countRows('api.contact_message');
    await limited.close();
    expect(first.status).toBe(200);
    expect(repeat).toMatchObject({ status: 200, body: first.body });
    expect(stored).toBe(1);
  });

  it('200: counts no form that could not be stored', async () => {
    const limited = await createTestApi({ RECIPIENT_LIMIT: '1' });
    const body = await form({ recaptchaToken: await limited.botToken('contact') });
    await limited.database.db.execute(sql`alter table api.contact_message rename to elsewhere`);
    const failed = await limited.call('POST', '/contact', { body });
    await limited.database.db.execute(sql`alter table api.elsewhere rename to contact_message`);
    const again = await limited.call('POST', '/contact', { body });
    await limited.close();
    expect([failed.status, again.status]).toEqual([500, 200]);
  });
});

describe('POST /contact from one address', () => {
  it('200: however often others send a token again that was used, which counts for no address', async () => {
    const limited = await createTestApi({ RECIPIENT_LIMIT: '2' });
    const used = await limited.botToken('contact');
    const send = async (message: string, recaptchaToken: string) =>
      limited.call('POST', '/contact', { body: await form({ email: 'ada@example.com', message, recaptchaToken }) });
    expect((await send('first', used)).status).toBe(200);
    // Again as it was, which is answered, and in other words, which is refused; one after the other and all at once.
    for (const message of ['first', 'second', 'third']) await send(message, used);
    const replays = await Promise.all(['fourth', 'fifth', 'sixth'].map((message) => send(message, used)));
    for (const { status } of replays) expect([403, 429]).toContain(status);
    expect((await send('of her own', await limited.botToken('contact'))).status).toBe(200);
    await limited.close();
  });

  it('429: is limited, and says when to come back', async () => {
    const limited = await createTestApi({ FORM_LIMIT: '2' });
    const attempts = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      attempts.push(await limited.call('POST', '/contact', { body: await form({ recaptchaToken: 'x' }) }));
    await limited.close();
    expect(attempts.map((answer) => answer.status)).toEqual([403, 403, 429]);
    expect(attempts[2]).toMatchObject({
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { overall: [expect.any(String)] },
    });
  });
});
