import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ApiError } from '@site/api-client';
import { calls } from '@site/contracts/api/calls';
import { makeStore, scriptBackend } from '@site/testing/page-under-test';
import { demosApi } from './demos.api';
import { playerDemos } from './sample-data';
import { errorField, followRefusal, PROGRAMME_QUERY, reading, SITE_QUERY, statusText, toApiError, toRequest } from './backend';

const failure = (status: number, body: unknown = null): ApiError => ({
  code: 'X',
  message: 'm',
  status,
  statusText: 'Text',
  requestId: null,
  body,
});

/** Runs a query whose call fails `failures` times, and records when each attempt was made, in milliseconds. */
async function attempts(policy: typeof SITE_QUERY, failures: number, status = 503) {
  const times: number[] = [];
  const start = Date.now();
  const { queryFn } = reading<null, string>(policy, () => toRequest(calls.getPublicDemos), 'Failed');
  const running = queryFn(null, undefined, undefined, () => {
    times.push(Date.now() - start);
    return times.length <= failures ? { error: failure(status) } : { data: 'answer' };
  });
  await jest.runAllTimersAsync();
  return { times, result: await running };
}

describe('queries are repeated', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('site queries twice, 1.5 s apart', async () => {
    const { times, result } = await attempts(SITE_QUERY, 9);
    expect(times).toEqual([0, 1500, 3000]);
    expect(result).toHaveProperty('error');
    expect((await attempts(SITE_QUERY, 2)).result).toEqual({ data: 'answer' });
  });

  it('programme queries three times, the delay doubling from 1 s', async () => {
    const { times } = await attempts(PROGRAMME_QUERY, 9);
    expect(times).toEqual([0, 1000, 3000, 7000]);
  });

  it('programme queries never wait longer than 30 s', () => {
    expect([4, 5, 20].map(PROGRAMME_QUERY.delayMs)).toEqual([16_000, 30_000, 30_000]);
  });

  it('when no answer came, but not when the server refused', async () => {
    expect((await attempts(SITE_QUERY, 9, 0)).times).toHaveLength(3);
    expect((await attempts(SITE_QUERY, 9, 404)).times).toHaveLength(1);
  });
});

describe('answers that no page shows any more', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Two pages that ask for the same, `pauseMs` apart. @returns how often the backend was asked. */
  async function askedTwice(
    pauseMs: number,
    ask: (store: ReturnType<typeof makeStore>) => PromiseLike<unknown> & { unsubscribe: () => void },
  ) {
    const sent = scriptBackend({ 'GET /draft/demos': { body: [] }, 'GET /demos/player': { body: playerDemos() } });
    const store = makeStore();
    for (const pause of [pauseMs, 0]) {
      const page = ask(store);
      await page;
      page.unsubscribe();
      await jest.advanceTimersByTimeAsync(pause);
    }
    return sent.length;
  }

  const publicDemos = ({ dispatch }: ReturnType<typeof makeStore>) => dispatch(demosApi.endpoints.elevatePublicDemos.initiate(undefined));
  const ownDemos = ({ dispatch }: ReturnType<typeof makeStore>) => dispatch(demosApi.endpoints.elevatePlayerDemos.initiate('ada'));

  it('public lists are never dropped, a player’s data are dropped after five minutes', async () => {
    expect(await askedTwice(365 * 24 * 3_600_000, publicDemos)).toBe(1);
    expect(await askedTwice(299_000, ownDemos)).toBe(1);
    expect(await askedTwice(301_000, ownDemos)).toBe(2);
  });
});

describe('requests', () => {
  it('of a player carry a token, public ones do not', () => {
    expect(toRequest(calls.getProfile).access).toBe('member');
    expect(toRequest(calls.getPublicDemos).access).toBe('public');
  });
});

describe('failures in words', () => {
  it('a follow warns with the error field, else shows the bare status text', () => {
    expect(followRefusal(failure(403, { error: 'Locked' }))).toEqual({ kind: 'warning', message: 'Error: Locked' });
    expect(followRefusal(failure(500))).toEqual({ kind: 'error', message: 'Text' });
  });

  it('a cut network has no status text of its own', () => {
    expect(statusText({ ...failure(0), statusText: '' })).toBe('A network error has occurred.');
    expect(statusText({ ...failure(418), statusText: '' })).toBe('Status 418');
  });

  it('reads nothing that is not an error field', () => {
    expect([null, 'error', { error: 3 }, {}].map((body) => errorField(failure(400, body)))).toEqual([null, null, null, null]);
  });

  it('keeps what broke outside of the call', () => {
    expect(toApiError({ message: 'broken' })).toMatchObject({ status: 0, message: 'broken' });
  });
});
