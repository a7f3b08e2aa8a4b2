import { describe, expect, it } from '@jest/globals';
import { paramsSchema, readParams } from './params';

const params = {
  brand: 'Practice',
  Auth: { region: 'local', userPoolId: 'local_1', userPoolClientId: 'web', domain: 'localhost', scopes: [], providers: [] },
  goa_base_url: '/api',
  blog_url: 'https://blog.example/',
  network_url: 'https://network.example/',
  contact: { address: [], email: 'mail@site.example', phone: '+12125550100', mapUrl: 'https://map.example/' },
  bot_check: { kind: 'altcha' },
};
const accepts = (change: object) => paramsSchema.safeParse({ ...params, ...change }).success;
const acceptsAuth = (change: object) => accepts({ Auth: { ...params.Auth, ...change } });

describe('runtime parameters', () => {
  it('have an Auth section and the base address of the backend', () => {
    expect(accepts({})).toBe(true);
    for (const field of ['Auth', 'goa_base_url']) expect(accepts({ [field]: undefined })).toBe(false);
    expect(accepts({ goa_base_url: '' })).toBe(false);
  });

  it('may have a maintenance message and an analytics tag', () => {
    const more = { maintenance_message: 'Back at noon.', analytics_tag: 'G-1' };
    expect(paramsSchema.parse({ ...params, ...more })).toMatchObject(more);
  });

  it.each(['', 'map.example/embed', '/map', 'javascript:0', 'https://['])(
    'have a map with an address of its own, which %j is not',
    (mapUrl) => {
      expect(accepts({ contact: { ...params.contact, mapUrl } })).toBe(false);
    },
  );

  it.each([
    ['userPoolId', 'eu-west-1_A', 'eu-west-1'],
    ['identityPoolId', 'eu-west-1:a', 'eu-west-1'],
  ])('take a %s such as %s, and not %s', (field, right, wrong) => {
    expect(acceptsAuth({ [field]: right })).toBe(true);
    expect(acceptsAuth({ [field]: wrong })).toBe(false);
  });

  it('that cannot be used are told by the first thing that is wrong', () => {
    expect(readParams(params)).toBe(params);
    expect(() => readParams({ ...params, Auth: {}, goa_base_url: 5 })).toThrow(/^Auth\.region: Invalid input/);
    expect(() => readParams(null)).toThrow(/^the file: Invalid input/);
  });
});
