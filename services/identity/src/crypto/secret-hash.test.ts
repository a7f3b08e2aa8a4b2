import { describe, expect, it } from '@jest/globals';
import { hashSecret, isCheaper, verifySecret } from './secret-hash';

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

  it('are known as cheaper than new ones by what guessing at them takes', () => {
    const made = (N: number, p: number) => `scrypt$${N}$8$${p}$c2FsdA$a2V5`;
    expect(isCheaper(made(2 ** (COST - 1), 5), COST)).toBe(true);
    expect(isCheaper(made(2 ** COST, 1), COST)).toBe(true);
    expect(isCheaper(made(2 ** COST, 5), COST)).toBe(false);
    expect(isCheaper(made(2 ** (COST + 1), 5), COST)).toBe(false);
  });

  it('refuse at the price of a real check where there is no hash, or one that was cheaper to make', async () => {
    await verifySecret('warm up', null, COST);
    // Of this process alone, in all its threads: a busy machine makes it wait, not work more.
    const time = async (against: string | null) => {
      const before = process.cpuUsage();
      expect(await verifySecret('guess', against, COST)).toBe(false);
      return process.cpuUsage(before).user;
    };
    const known = await time(await hashSecret('x', COST));
    for (const other of [null, await hashSecret('x', COST - 3), await hashSecret('x', CHEAP)]) {
      expect(await time(other)).toBeGreaterThan(known / 4);
    }
  });
});
