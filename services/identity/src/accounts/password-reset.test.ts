import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { createTestIdentity, type TestIdentity } from '../identity-testing';
import { checkResetCode, requestPasswordReset, resetAnswer } from './password-reset';

const VISIT = { network: '10.0.0.0/24', device: 'Firefox' };

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
  for (const email of ['asked@example.com', 'known@example.com']) await identity.addAccount({ email, password: 'analytical engine' });
  await identity.addAccount({ email: 'disabled@example.com', enabled: false });
  await requestPasswordReset(identity.context, 'asked@example.com');
});
afterEach(() => {
  jest.restoreAllMocks();
  resetAnswer.afterMs = 0;
});
afterAll(() => identity.close());

const refuse = async (email: string) => expect(await checkResetCode(identity.context, email, 'not a code', VISIT)).toBeNull();

it('a wrong code is looked for by the same statements, whether or not an account uses the address', async () => {
  const { db } = identity.database;
  const statements = async (email: string) => {
    const kinds = (['select', 'insert', 'update', 'delete', 'execute'] as const).map((kind) => [kind, jest.spyOn(db, kind)] as const);
    await refuse(email);
    const counted = Object.fromEntries(kinds.map(([kind, { mock }]) => [kind, mock.calls.length]));
    jest.restoreAllMocks();
    return counted;
  };
  const asked = await statements('asked@example.com');
  expect(asked.update).toBe(1);
  for (const email of ['known@example.com', 'disabled@example.com', 'nobody@example.com']) expect(await statements(email)).toEqual(asked);
});

it('a wrong code is refused after a time that says nothing of what was written', async () => {
  resetAnswer.afterMs = 200;
  const began = Date.now();
  await refuse('asked@example.com');
  // A timer may be a millisecond early.
  expect(Date.now() - began).toBeGreaterThanOrEqual(199);
});
