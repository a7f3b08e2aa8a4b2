import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { calls } from '@site/contracts/api/calls';
import { makeStore, scriptBackend } from '@site/testing/page-under-test';
import { demosApi } from './demos.api';
import { playerDemos } from './sample-data';
import { PROGRAMME_QUERY, toRequest } from './backend';

/** Asks when the first calls fail, and records when each was made, in milliseconds. */
async function attempts(call: 'GET /draft/demos' | 'GET /demos/player', failures: number, status = 503) {
  const times: number[] = [];
  const start = Date.now();
  scriptBackend({
    [call]: () => {
      times.push(Date.now() - start);
      if (status === 0) throw new TypeError('Failed to fetch');
      return times.length <= failures ? { status } : { body: [] };
    },
  });
  const { dispatch } = makeStore();
  const { elevatePublicDemos, elevatePlayerDemos } = demosApi.endpoints;
  const asked =
    call === 'GET /draft/demos' ? dispatch(elevatePublicDemos.initiate(undefined)) : dispatch(elevatePlayerDemos.initiate('ada'));
  await jest.runAllTimersAsync();
  return { times, result: await asked };
}

describe('queries are repeated', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('site queries twice, 1.5 s apart', async () => {
    const { times, result } = await attempts('GET /draft/demos', 9);
    expect(times).toEqual([0, 1500, 3000]);
    expect(result.isError).toBe(true);
    expect((await attempts('GET /draft/demos', 2)).result.data).toEqual([]);
  });

  it('programme queries three times, the delay doubling from 1 s', async () => {
    const { times } = await attempts('GET /demos/player', 9);
    expect(times).toEqual([0, 1000, 3000, 7000]);
  });

  it('programme queries never wait longer than 30 s', async () => {
    const waits: number[] = [];
    for (const attempt of [5, 6, 21]) {
      const start = Date.now();
      void PROGRAMME_QUERY.extraOptions.backoff(attempt, 21).then(() => waits.push(Date.now() - start));
      await jest.runAllTimersAsync();
    }
    expect(waits).toEqual([16_000, 30_000, 30_000]);
  });

  it('when no answer came, but not when the server refused', async () => {
    expect((await attempts('GET /draft/demos', 9, 0)).times).toHaveLength(3);
    expect((await attempts('GET /draft/demos', 9, 404)).times).toHaveLength(1);
  });

  it('not for somebody who does not ask any more', async () => {
    const sent = scriptBackend({ 'GET /demos/player': { status: 503 } });
    const { dispatch } = makeStore();
    const asked = dispatch(demosApi.endpoints.elevatePlayerDemos.initiate('ada'));
    await jest.advanceTimersByTimeAsync(500);
    asked.abort();
    await jest.runAllTimersAsync();
    expect(sent).toHaveLength(1);
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
