import { describe, expect, it } from '@jest/globals';
import { hashSecret, verifySecret } from './secret-hash';

const COST = 14;
const CHEAP = 4;

describe('hashes of typed secrets', () => {
  it('accept the secret and nothing else', async () => {
    const hash = await hashSecret('correct horse', COST);
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await verifySecret('correct horse', hash, COST)).toBe(true);
    expect(await verifySecret('correct horsf', hash, COST)).toBe(false);
  });

  it('differ for equal secrets', async () => {
    expect(await hashSecret('same', CHEAP)).not.toBe(await hashSecret('same', CHEAP));
  });

  it('accept a secret typed in another Unicode form', async () => {
    expect(await verifySecret('cafe\u0301', await hashSecret('caf\u00e9', CHEAP), CHEAP)).toBe(true);
  });

  it('stay verifiable when the cost of new hashes changes', async () => {
    const cheap = await hashSecret('correct horse', CHEAP);
    expect(cheap).toMatch(/^scrypt\$16\$/);
    expect(await verifySecret('correct horse', cheap, COST)).toBe(true);
    expect(await verifySecret('correct horsf', cheap, COST)).toBe(false);
    // With one pass instead of five.
    const before = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$A9lBa6RTbfBovWqamVIqXKovIl4Vk6OZyVojLJmYmSI';
    expect(await verifySecret('correct horse', before, COST)).toBe(true);
    expect(await verifySecret('correct horsf', before, COST)).toBe(false);
  });

  it('can be made at twice the cost and more, which needs more memory than OpenSSL takes unasked', async () => {
    const hash = await hashSecret('correct horse', COST + 1);
    expect(hash).toMatch(/^scrypt\$32768\$/);
    expect(await verifySecret('correct horse', hash, COST)).toBe(true);
  });

  it('refuse everything where there is no hash, at the price of a real check', async () => {
    await verifySecret('warm up', null, COST);
    const hash = await hashSecret('x', COST);
    // Of this process alone, in all its threads: a busy machine makes it wait, not work more.
    const time = async (against: string | null) => {
      const before = process.cpuUsage();
      await verifySecret('guess', against, COST);
      return process.cpuUsage(before).user;
    };
    const [known, unknown] = [await time(hash), await time(null)];
    expect(await verifySecret('guess', null, COST)).toBe(false);
    expect(unknown).toBeGreaterThan(known / 4);
  });
});
