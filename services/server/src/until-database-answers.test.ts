import { describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { untilDatabaseAnswers } from './until-database-answers';

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const wrongPassword = () => Object.assign(new Error('password authentication failed'), { code: '28P01', severity: 'FATAL' });

function waiting() {
  const stopping = new AbortController();
  const pauses: number[] = [];
  const pause = jest.fn(async (ms: number): Promise<void> => void pauses.push(ms));
  return { stopping, pauses, pause, options: { logger: silentLogger(), signal: stopping.signal, onAway: jest.fn(), pause } };
}

describe('work that needs the database', () => {
  it('is repeated while the database is away, less and less often, and gives what it gives in the end', async () => {
    const { options, pauses } = waiting();
    const work = jest.fn<() => Promise<string>>();
    for (let attempt = 0; attempt < 8; attempt += 1) work.mockRejectedValueOnce(away());
    work.mockResolvedValue('open');
    expect(await untilDatabaseAnswers(work, options)).toBe('open');
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(options.onAway).toHaveBeenCalledTimes(8);
  });

  it('is not repeated after a failure that does not pass by waiting', async () => {
    const { options, pause, stopping } = waiting();
    // So that a repetition has an end.
    pause.mockImplementation(async () => stopping.abort());
    const work = jest.fn(() => Promise.reject(wrongPassword()));
    await expect(untilDatabaseAnswers(work, options)).rejects.toThrow('password authentication failed');
    expect(pause).not.toHaveBeenCalled();
    expect(options.onAway).not.toHaveBeenCalled();
  });

  it('is given up when the waiting is ended', async () => {
    const { options, pause, stopping } = waiting();
    pause.mockImplementation(async () => stopping.abort());
    const work = jest.fn(() => Promise.reject(away()));
    expect(await untilDatabaseAnswers(work, options)).toBeNull();
    expect(work).toHaveBeenCalledTimes(1);
  });
});
