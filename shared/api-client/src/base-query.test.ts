import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { formAnswerSchema } from '@site/contracts/api/form';
import { apiBaseQuery, type ApiRequest, type Repetition } from './base-query';
import type { ApiError } from './call';
import { connectApi } from './connection';
import { errorToast, followToast, formRefusal, isRefusal, messageOf, statusTextOf } from './failure';

const accessToken = jest.fn<() => Promise<string | null>>();
const renewAccessToken = jest.fn<() => Promise<string | null>>();
const answers: (() => Promise<Response>)[] = [];
const sent: { authorization: string | undefined; signal: AbortSignal }[] = [];
const read: ApiRequest = { path: '/user/profile', access: 'member' };

const answer = (status: number, text: string | Promise<string>, statusText = '') =>
  Promise.resolve({ ok: status < 400, status, statusText, text: async () => text } as Response);
const ask = async (request = read, repetition: Repetition = {}, { signal } = new AbortController()) =>
  apiBaseQuery(request, { signal } as Parameters<typeof apiBaseQuery>[1], repetition);

beforeEach(() => {
  accessToken.mockReset().mockResolvedValue('old');
  connectApi({ baseUrl: '/api/', accessToken, renewAccessToken, botCheck: { kind: 'altcha' } });
  answers.length = sent.length = 0;
  renewAccessToken.mockReset();
  globalThis.fetch = (_address, init = {}) => {
    sent.push({ authorization: (init.headers as Record<string, string>).authorization, signal: init.signal as AbortSignal });
    return answers.shift()?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  };
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a call', () => {
  it('that is not answered fails when its time is over', async () => {
    const limit = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    answers.push(() => new Promise((_, reject) => sent[0]?.signal.addEventListener('abort', () => reject(new Error('aborted')))));
    const asked = ask({ ...read, access: 'public' });
    limit.abort();
    expect(await asked).toMatchObject({ error: { code: 'TIMEOUT', status: 0, message: 'The server did not answer in time.' } });
  });

  it.each([
    ['an answer stalls half-way', () => answers.push(() => answer(200, new Promise(() => undefined)))],
    ['no token comes', () => accessToken.mockReturnValue(new Promise(() => undefined))],
  ])('fails in time also where %s', async (_what, arrange) => {
    arrange();
    const limit = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const asked = ask();
    limit.abort();
    expect(await asked).toMatchObject({ error: { code: 'TIMEOUT' } });
  });

  it.each([
    ['30 seconds', read, 30_000],
    ['90 seconds with a body, which may carry a picture', { ...read, method: 'POST', body: {} } as const, 90_000],
  ])('has %s', async (_time, request, limitMs) => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    answers.push(() => answer(204, ''));
    await ask(request);
    expect(timeout.mock.calls).toEqual([[limitMs]]);
  });

  it.each([
    ['that somebody else answers, with a page,', '<!doctype html>'],
    ['that reads, and is answered with nothing,', ''],
  ])('%s fails too', async (_what, text) => {
    answers.push(() => answer(200, text));
    expect(await ask()).toMatchObject({ error: { code: 'NOT_JSON', status: 0, message: 'A network error has occurred.' } });
  });

  it('that is answered with JSON of another shape than was asked for fails too', async () => {
    const list = { ...read, isAnswer: Array.isArray };
    answers.push(() => answer(200, '{}'));
    expect(await ask(list)).toMatchObject({ error: { code: 'NOT_AN_ANSWER', status: 0, message: 'A network error has occurred.' } });
    answers.push(() => answer(200, '[]'));
    expect(await ask(list)).toEqual({ data: [] });
  });

  it('that changes something may be answered with nothing', async () => {
    answers.push(() => answer(204, ''));
    expect(await ask({ ...read, method: 'DELETE' })).toEqual({ data: null });
  });

  it('keeps what a refusal says, however little that is', async () => {
    answers.push(() => answer(422, '{"overall":["No"]}', 'Unprocessable Content'));
    expect(await ask()).toMatchObject({
      error: { code: 'HTTP_422', message: 'Unprocessable Content', requestId: null, body: { overall: ['No'] } },
    });
    answers.push(() => answer(409, '{"code":"TAKEN","error":"Taken already","requestId":"r1"}'));
    expect(await ask()).toMatchObject({ error: { code: 'TAKEN', message: 'Taken already', requestId: 'r1' } });
  });
});

describe('a call of a member that is refused as unauthorized', () => {
  it('is made once more with a new token', async () => {
    renewAccessToken.mockResolvedValue('new');
    answers.push(
      () => answer(401, ''),
      () => answer(200, '{"full_name":"A"}'),
    );
    expect(await ask()).toEqual({ data: { full_name: 'A' } });
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('stays refused where the session is over, or a new token is refused as well', async () => {
    renewAccessToken.mockResolvedValueOnce(null).mockResolvedValue('new');
    answers.push(() => answer(401, ''));
    expect(await ask()).toMatchObject({ error: { status: 401 } });
    answers.push(
      () => answer(401, ''),
      () => answer(401, ''),
    );
    expect(await ask()).toMatchObject({ error: { status: 401 } });
    expect(sent).toHaveLength(3);
  });

  it('is the only kind that renews', async () => {
    answers.push(() => answer(401, ''));
    expect(await ask({ ...read, access: 'public' })).toMatchObject({ error: { status: 401 } });
    expect(sent[0]?.authorization).toBeUndefined();
    expect(renewAccessToken).not.toHaveBeenCalled();
  });
});

describe('a call that failed', () => {
  const repetition = { maxRetries: 2, backoff: () => Promise.resolve() };
  const failing = (...statuses: number[]) => statuses.forEach((status) => answers.push(() => answer(status, '{}')));

  it.each([
    [[503, 429, 200], 3],
    [[500, 500, 500, 200], 3],
    [[404, 200], 1],
  ])('is repeated as its endpoint says, unless it was refused: answers %j', async (statuses, times) => {
    failing(...statuses);
    await ask(read, repetition);
    expect(sent).toHaveLength(times);
  });

  it('is not repeated by itself where it may have changed something', async () => {
    failing(503, 200);
    expect(await ask({ ...read, method: 'POST', body: {} })).toMatchObject({ error: { status: 503 } });
    expect(sent).toHaveLength(1);
  });
});

describe('failures in words', () => {
  const failure = (status: number, body: unknown = null, statusText = 'Text'): ApiError => ({
    ...{ code: 'X', message: '', requestId: null },
    ...{ status, statusText, body },
  });

  it('a follow warns with the error field, else shows the bare status text', () => {
    expect(followToast(failure(403, { error: 'Locked' }))).toEqual({ kind: 'warning', message: 'Error: Locked' });
    expect(followToast(failure(500))).toEqual({ kind: 'error', message: 'Text' });
    for (const body of [null, 'error', { error: 3 }, { error: '' }, {}]) expect(followToast(failure(400, body)).kind).toBe('error');
  });

  it.each([
    [failure(502), 'Text'],
    [failure(429, null, ''), 'Too Many Requests'],
    [failure(409, { error: '' }, ''), 'Conflict'],
    [failure(507, null, ''), 'Insufficient Storage'],
    [failure(418, null, ''), 'Status 418'],
    [{ ...failure(0, null, ''), message: 'A network error has occurred.' }, 'A network error has occurred.'],
    [{ message: 'broken' }, 'broken'],
    [{}, 'An unknown error has occurred.'],
  ])('a status says its text, also where HTTP has none: %#', (failed, text) => {
    expect(statusTextOf(failed)).toBe(text);
    expect(messageOf(failed)).toBe(text);
    expect(errorToast(failed)).toEqual({ kind: 'error', message: `Error: ${text}` });
  });

  it('a form hears the answer of the server where there is one, else a sentence', () => {
    const schema = formAnswerSchema(['Name']);
    expect(formRefusal(schema, failure(400, { overall: ['No'], Name: ['Too long'] }))).toEqual({ overall: ['No'], Name: ['Too long'] });
    expect(formRefusal(schema, { ...failure(429, { error: 'Wait' }), message: 'Wait' })).toEqual({ overall: ['Wait'] });
    expect(formRefusal(schema, failure(504, null, ''))).toEqual({ overall: ['Gateway Timeout'] });
    expect(formRefusal(schema, failure(400, { overall: [], Name: ['Too long'] }))).toEqual({ overall: ['Text'], Name: ['Too long'] });
  });

  it('only what the service says no to is a refusal', () => {
    expect([failure(400), failure(499), failure(500), failure(0), {}].map(isRefusal)).toEqual([true, true, false, false, false]);
  });
});
