/** What the page is answered that asks for its parameters anew. Test-only. */
import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { params } from './composition';

export const answerParams = (answer: Partial<Response>) => {
  globalThis.fetch = jest.fn(() => Promise.resolve({ ok: true, status: 200, statusText: 'OK', ...answer } as Response));
};
/** With those that the document came with, or the page takes over others as soon as it has asked. */
export const withParams = (more: object = {}) => answerParams({ json: () => Promise.resolve({ ...params, ...more }) });

/** Lets time pass, by fake timers, until the parameters were asked for that many times. */
export const untilAsked = (times: number) =>
  act(async () => {
    while (jest.mocked(globalThis.fetch).mock.calls.length < times) await jest.advanceTimersToNextTimerAsync();
  });
