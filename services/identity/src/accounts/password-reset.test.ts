import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Database, Db } from '@site/platform/database';
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
  resetAnswer.afterMs = 0;
});
afterAll(() => identity.close());

const refuse = async (email: string, context = identity.context) =>
  expect(await checkResetCode(context, email, 'not a code', VISIT)).toBeNull();

/** What is asked of the database meanwhile, in its order. */
async function statementsOf(email: string): Promise<string[]> {
  const { context, database } = identity;
  const asked: string[] = [];
  const get = (db: Db, key: keyof Db): unknown => {
    asked.push(key);
    const value: unknown = db[key];
    return typeof value === 'function' ? value.bind(db) : value;
  };
  await refuse(email, { ...context, database: { ...database, db: new Proxy(database.db, { get }) } as Database });
  return asked;
}

it('a wrong code is looked for by the same statements, whether or not an account uses the address', async () => {
  const forKnown = await statementsOf('asked@example.com');
  expect(forKnown).toContain('update');
  for (const email of ['known@example.com', 'disabled@example.com', 'nobody@example.com'])
    expect(await statementsOf(email)).toEqual(forKnown);
});

it('a wrong code is refused after a time that says nothing of what was written', async () => {
  resetAnswer.afterMs = 200;
  const began = Date.now();
  await refuse('asked@example.com');
  // A timer may be a millisecond early.
  expect(Date.now() - began).toBeGreaterThanOrEqual(199);
});
