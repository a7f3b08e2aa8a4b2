import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@site/platform/config';
import { apiConfigSchema } from './config';
import { createTestApi, type TestApi } from './testing/create-test-api';

let api: TestApi | undefined;
afterEach(() => api?.close());

describe('the fault switch', () => {
  it('makes one route fail as often as told, and others go on', async () => {
    api = await createTestApi({ FAULTS: 'on' });
    const status = async (path: string) => (await api?.call('GET', path))?.status;
    expect((await api.call('PUT', '/_faults', { body: { method: 'GET', path: '/draft/playbook/:id', times: 2 } })).status).toBe(204);
    expect([await status('/draft/playbook/1'), await status('/draft/demos'), await status('/draft/playbook/2')]).toEqual([500, 200, 500]);
    expect(await status('/draft/playbook/1')).toBe(404);
    await api.call('PUT', '/_faults', { body: { method: 'GET', path: '/draft/demos' } });
    expect([await status('/draft/demos'), await status('/draft/demos')]).toEqual([500, 500]);
    await api.call('DELETE', '/_faults');
    expect(await status('/draft/demos')).toBe(200);
  });

  it('is absent unless it is turned on, and cannot be turned on outside tests', async () => {
    api = await createTestApi();
    expect((await api.call('PUT', '/_faults', { body: { method: 'GET', path: '/draft/demos' } })).status).toBe(404);
    for (const NODE_ENV of ['production', 'development', undefined])
      expect(() => parseConfig(apiConfigSchema, { NODE_ENV, FAULTS: 'on', BOT_CHECK_SECRET: 'x'.repeat(32) })).toThrow(
        'The setting FAULTS cannot be used',
      );
  });
});

describe('the configuration', () => {
  it('needs a secret for the bot check in production', () => {
    expect(() => parseConfig(apiConfigSchema, { NODE_ENV: 'production' })).toThrow('BOT_CHECK_SECRET');
    expect(() => parseConfig(apiConfigSchema, { NODE_ENV: 'production', RECAPTCHA_SECRET: 'x' })).not.toThrow();
  });
});
