import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestApi, type TestApi } from './testing/create-test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /openapi.json', () => {
  it('is an OpenAPI 3.1 document of every route, with who may call it and what it answers', async () => {
    const { status, body } = await api.call('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] });
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = api.routes
      .filter(({ path }) => !['/openapi.json', '/reference'].includes(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual(expected.sort());
    const { security, responses, requestBody } = body.paths['/demos/player'].post;
    expect(security).toEqual([{ bearer: [] }]);
    expect(Object.keys(responses as object)).toEqual(['200', '400', '401', '404', '409', '422', 'default']);
    expect(requestBody.content['application/json'].schema.required).toEqual(['demo_kind_id', 'url', 'description']);
    expect(body.paths['/draft/demos'].get.security).toEqual([]);
    expect(body.paths['/demos/player'].post.parameters).toBeUndefined();
    const writing = body.paths['/desk/projects/{id}'].put;
    expect(Object.keys(writing.responses as object)).toEqual(expect.arrayContaining(['412', '428']));
    expect(writing.parameters).toContainEqual(expect.objectContaining({ name: 'if-match', in: 'header', required: true }));
  });
});

describe('GET /reference', () => {
  it('shows every call in development, without scripts; not in production', async () => {
    const { status, body, headers } = await api.call('GET', '/reference');
    expect(status).toBe(200);
    expect(body).toContain('PUT /user/profile/photo');
    expect(body).not.toContain('<script');
    expect(String(headers['content-security-policy'])).toMatch(/default-src 'none'; style-src 'sha256-/);
    const production = await createTestApi({ NODE_ENV: 'production', BOT_CHECK_SECRET: 'x'.repeat(32) });
    expect((await production.call('GET', '/reference')).status).toBe(404);
    await production.close();
  });
});
