import { describe, expect, it } from '@jest/globals';
import { hashSecret, verifySecret } from './secret-hash';

describe('hashes of typed secrets', () => {
  it('accept the secret and nothing else', async () => {
    const hash = await hashSecret('correct horse');
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await verifySecret('correct horse', hash)).toBe(true);
    expect(await verifySecret('correct horsf', hash)).toBe(false);
  });

  it('differ for equal secrets', async () => {
    expect(await hashSecret('same')).not.toBe(await hashSecret('same'));
  });

  it('accept a secret typed in another Unicode form', async () => {
    expect(await verifySecret('cafe\u0301', await hashSecret('caf\u00e9'))).toBe(true);
  });

  it('stay verifiable when the cost of new hashes changes', async () => {
    const cheap = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$' + 'A'.repeat(43);
    expect(await verifySecret('anything', cheap)).toBe(false);
  });

  it('refuse everything where there is no hash, at the price of a real check', async () => {
    await verifySecret('warm up', null);
    const hash = await hashSecret('x');
    // Of this process alone, in all its threads: a busy machine makes it wait, not work more.
    const time = async (against: string | null) => {
      const before = process.cpuUsage();
      await verifySecret('guess', against);
      return process.cpuUsage(before).user;
    };
    const [known, unknown] = [await time(hash), await time(null)];
    expect(await verifySecret('guess', null)).toBe(false);
    expect(unknown).toBeGreaterThan(known / 4);
  });
});
