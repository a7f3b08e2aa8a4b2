import { describe, expect, it } from '@jest/globals';
import { given, givenLive, json, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

describe('the link of a preview', () => {
  it('gets a link that shows a release which is not live, to a page, for a time', async () => {
    await givenLive();
    await given('mf-demo', '1.0.1');
    const run = await release(['preview', 'mf-demo@1.0.1', '--to', '/demo?a=1']);
    expect(run).toMatchObject({ code: 0, err: '' });
    const link = new URL(run.out.split('\n')[0] ?? '');
    expect([link.origin, link.searchParams.get('to')]).toEqual([registry.address, '/demo?a=1']);
    expect(link.pathname).toMatch(/^\/_preview\/[\w.-]+$/);
    expect(run.out).toContain('Whoever has this link sees mf-demo@1.0.1 until');

    const { url, token, expiresAt } = json(await release(['preview', 'mf-demo@1.0.1', '--expires', '2h', '--json']));
    expect(url).toBe(`${registry.address}/_preview/${token}`);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(120);
    expect(json(await release(['status', '--json'])).releases).toContainEqual(
      expect.objectContaining({ name: 'mf-demo', version: '1.0.0' }),
    );
  });

  it('is in the list with its reason, and taken back by its number', async () => {
    await givenLive();
    await release(['preview', 'mf-demo@1.0.0', '--reason', 'For the fair']);
    const [newest] = json(await release(['preview', 'list', '--limit', '1', '--json'])).previews;
    expect(newest).toMatchObject({ subject: 'mf-demo@1.0.0', reason: 'For the fair', revoked: null });
    expect((await release(['preview', 'revoke', String(newest.number)])).code).toBe(2);
    const run = await release(['preview', 'revoke', String(newest.number), '--reason', 'Sent to the wrong address']);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('The link to mf-demo@1.0.0 is revoked.') });
    expect((await release(['preview', 'list'])).out).toContain('Sent to the wrong address');
    expect((await release(['preview', 'revoke', String(newest.number), '--reason', 'Again'])).code).toBe(3);
    expect((await release(['preview', 'revoke', '999999', '--reason', 'Nothing'])).code).toBe(6);
  });

  it('is listed and taken back by no option that stands before what it is for', async () => {
    await givenLive();
    await release(['preview', 'mf-demo@1.0.0']);
    const [{ number }] = json(await release(['preview', 'list', '--json'])).previews;
    const revoke = ['revoke', String(number), '--reason', 'Sent to the wrong address'];
    const elsewhere = await release(['preview', '--registry', 'http://127.0.0.1:9', ...revoke]);
    const sentence = (option: string, name: string) =>
      `'${option}' stands before '${name}', which does not read it there. Write it behind.`;
    expect([elsewhere.code, elsewhere.out, elsewhere.err]).toEqual([2, '', expect.stringContaining(sentence('--registry', 'revoke'))]);
    const listed = await release(['preview', '--json', 'list']);
    expect([listed.code, json(listed).error.message]).toEqual([2, sentence('--json', 'list')]);
    expect((await release(['preview', '-y', ...revoke])).err).toContain(sentence('--yes', 'revoke'));
    expect(json(await release(['preview', 'list', '--json'])).previews[0]).toMatchObject({ number, revoked: null });
  });

  it('gets no link for what was not published, for too long, or to another site', async () => {
    await givenLive();
    const codes = [
      await release(['preview', 'mf-demo@7.0.0']),
      await release(['preview', 'mf-demo@1.0.0', '--expires', '15d']),
      await release(['preview', 'mf-demo@1.0.0', '--expires', 'soon']),
      await release(['preview', 'mf-demo@1.0.0', '--to', 'https://elsewhere.example']),
      await release(['preview', 'mf-demo@1.0.0', '--to', '//elsewhere.example']),
      await release(['preview', 'mf-demo@1.0.0', '--to', '/\\elsewhere.example']),
      await release(['preview', 'mf-demo@1.0.0', '--to', '//']),
      await release(['preview', 'mf-demo']),
    ].map(({ code }) => code);
    expect(codes).toEqual([6, 2, 2, 2, 2, 2, 2, 2]);
  });
});
