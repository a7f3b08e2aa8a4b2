import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { createKeyring } from '../crypto/keyring';
import { migrateIdentity } from '../migrate-identity';
import { signingKey } from '../tables';
import { currentSigningKeys } from './signing-keys';

const DAY = 86_400_000;
const keyring = createKeyring('a secret of thirty-two characters');
const rules = { rotateAfterMs: 90 * DAY, publishAheadMs: DAY, keepAfterMs: 2 * DAY };
const start = new Date('2026-01-01T00:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * DAY);

jest.setTimeout(300_000);

describe('signing keys', () => {
  let database: Database;
  const kidsAfter = async (days: number) => (await currentSigningKeys(database, keyring, rules, after(days))).map((key) => key.kid);

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateIdentity(database);
  });
  beforeEach(() => database.db.delete(signingKey));
  afterAll(() => database.close());

  it('stay the same between rotations, over restarts', async () => {
    const [first] = await kidsAfter(0);
    expect(await kidsAfter(0)).toEqual([first]);
    expect(await kidsAfter(88)).toEqual([first]);
  });

  it('are published before they sign, and after they have signed for as long as tokens live', async () => {
    const [first] = await kidsAfter(0);
    const [stillFirst, second] = await kidsAfter(89);
    expect(stillFirst).toBe(first);
    expect(second).toBeDefined();
    expect(await kidsAfter(90)).toEqual([second, first]);
    expect(await kidsAfter(91.9)).toEqual([second, first]);
    expect(await kidsAfter(92)).toEqual([second]);
  });

  it('follow each other on time after a clock was ahead once, whose key may still be needed', async () => {
    const [first] = await kidsAfter(0);
    const [, ahead] = await kidsAfter(3650);
    expect(await kidsAfter(1)).toEqual([first, ahead]);
    const next = (await kidsAfter(89)).find((kid) => kid !== first && kid !== ahead);
    expect(next).toBeDefined();
    expect(await kidsAfter(90)).toEqual([next, ahead, first]);
    expect(await kidsAfter(92)).toEqual([next, ahead]);
  });

  it('are made once more where a clock was ahead at the first start, whose key stays published', async () => {
    const [ahead] = await kidsAfter(3650);
    const [first, ...others] = await kidsAfter(0);
    expect([first === ahead, others]).toEqual([false, [ahead]]);
    expect(await kidsAfter(88)).toEqual([first, ahead]);
  });

  it('are made once when several processes start together', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => kidsAfter(0)));
    expect(new Set(all.flat()).size).toBe(1);
  });

  it('lie sealed in the database', async () => {
    await kidsAfter(0);
    const [row] = await database.db.select().from(signingKey);
    expect(row!.sealedJwk).not.toContain('"kty"');
    expect(JSON.parse(keyring.open(row!.sealedJwk, row!.kid))).toMatchObject({ kty: 'RSA', alg: 'RS256' });
  });
});
