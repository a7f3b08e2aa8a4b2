import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Hub } from 'aws-amplify/utils';
import { endSession } from './amplify-adapter';
import { configureLibrary, playProvider, storeSession, token } from './library-under-test';

let announced: string[] = [];
let stopListening = (): void => undefined;
beforeEach(() => {
  localStorage.clear();
  configureLibrary();
  announced = [];
  stopListening = Hub.listen('auth', ({ payload }) => void announced.push(payload.event));
  // Tokens without it cannot be revoked.
  storeSession({ accessToken: token({ origin_jti: 'j1' }) });
});
afterEach(() => {
  stopListening();
  jest.useRealTimers();
});

it.each([
  ['revokes the refresh token', { body: {} }],
  ['goes on where the provider is out of reach', 'network error'],
] as const)('signing out %s, and leaves nothing in this browser', async (_, answer) => {
  const sent = playProvider(answer);
  await endSession();
  expect(sent.map(({ operation }) => operation)).toContain('RevokeToken');
  expect(Object.keys(localStorage)).toEqual([]);
  expect(announced).toEqual(['signedOut']);
});

it('signing out waits five seconds for a provider that does not answer, and then leaves nothing in this browser', async () => {
  jest.useFakeTimers();
  let asked = 0;
  globalThis.fetch = () => {
    asked += 1;
    return new Promise(() => undefined);
  };
  const ended = endSession();
  await jest.advanceTimersByTimeAsync(4_999);
  expect([asked, announced]).toEqual([1, []]);
  await jest.advanceTimersByTimeAsync(1);
  expect([asked, announced]).toEqual([1, ['signedOut']]);
  expect(Object.keys(localStorage)).toEqual([]);
  await ended;
});
