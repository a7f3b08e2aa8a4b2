import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { apiBaseQuery, type ApiRequest } from './base-query';
import { connectApi } from './connection';

const renewAccessToken = jest.fn<() => Promise<string | null>>();
const answers: (() => Promise<Response>)[] = [];
const sent: { authorization: string | undefined; signal: AbortSignal }[] = [];
const read: ApiRequest = { path: '/user/profile', access: 'member' };

const answer = (status: number, text: string, statusText = '') =>
  Promise.resolve({ ok: status < 400, status, statusText, text: () => Promise.resolve(text) } as Response);
const ask = (request = read) => apiBaseQuery(request, { signal: new AbortController().signal });

beforeEach(() => {
  connectApi({ baseUrl: '/api/', accessToken: () => Promise.resolve('old'), renewAccessToken, botCheck: { kind: 'altcha' } });
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
    expect(await asked).toMatchObject({ error: { code: 'NETWORK', status: 0 } });
  });

  it('that somebody else answers, with a page, fails too', async () => {
    answers.push(() => answer(200, '<!doctype html>'));
    expect(await ask()).toMatchObject({ error: { code: 'NETWORK', status: 0 } });
  });

  it('may be answered with nothing', async () => {
    answers.push(() => answer(204, ''));
    expect(await ask()).toEqual({ data: null });
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
