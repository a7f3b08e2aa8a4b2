import { describe, expect, it } from '@jest/globals';
import { edgeServes, given, givenLive, json, page, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

describe('two people', () => {
  it('what needs approval says how to propose it, and goes live with the approval of somebody else', async () => {
    await givenLive();
    await given('mf-demo', '1.0.1');
    await release(['environment', 'rules', '--approvals', '1']);
    const refused = await release(['promote', 'mf-demo@1.0.1', '--token', registry.tokens.promote]);
    expect(refused.code).toBe(4);
    expect(refused.err).toContain(`npx release promote mf-demo@1.0.1 --reason 'why' --propose`);
    expect(refused.err).not.toContain(registry.tokens.promote);

    const proposed = json(await release(['promote', 'mf-demo@1.0.1', '--propose', '--reason', 'New page', '--json']));
    expect(proposed).toMatchObject({ state: 'open', proposedBy: 'local-promote', approvalsNeeded: 1 });
    const id = String(proposed.id);
    expect((await release(['proposals'])).out).toMatch(/mf-demo 1\.0\.0 -> 1\.0\.1 +0 of 1 +local-promote, just now +New page/);
    expect((await release(['approve', id])).code).toBe(4);
    const approved = await release(['approve', id, '--token', registry.tokens.second]);
    expect([approved.code, approved.out]).toEqual([0, expect.stringContaining('is carried out: revision 2 of production.')]);
    expect((await release(['history', '--limit', '1'])).out).toMatch(/^2 .* by local-promote, approved by .*second/m);
    expect((await release(['reject', id, '--token', registry.tokens.second])).code).toBe(3);
    expect((await release(['proposals'])).out).toContain('There is no proposal that is open.');
    const again = json(await release(['retire', 'mf-demo', '--propose', '--reason', 'Gone', '--json']));
    expect((await release(['withdraw', String(again.id)])).out).toContain('is withdrawn.');

    await given('mf-demo', '1.0.2');
    const plan = ['promote', 'mf-demo@1.0.2', '--plan', '5%:10m,100%', '--propose'];
    expect((await release(plan)).code).toBe(2);
    const { id: planned } = json(await release([...plan, '--reason', 'Step by step', '--json']));
    const made = await release(['approve', String(planned), '--token', registry.tokens.second]);
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/is carried out: plan \d+ of production\.$/m)]);
  });

  it('the last approval ends when the edges of its environment serve what it carried out, and says which one does not in time', async () => {
    await givenLive();
    await given('mf-demo', '1.0.1');
    await release(['environment', 'rules', '--approvals', '1']);
    await edgeServes('a', 1);
    const propose = async (version: string) =>
      String(json(await release(['promote', `mf-demo@${version}`, '--propose', '--reason', 'New page', '--json'])).id);
    const approve = async (version: string, ...options: string[]) =>
      release(['approve', await propose(version), '--token', registry.tokens.second, ...options]);

    const approval = approve('1.0.1');
    await edgeServes('a', 2);
    expect(await approval).toMatchObject({ code: 0, out: expect.stringMatching(/\n\nRevision 2 is live: 1 of 1 edge serves it\.\n$/) });
    const inJson = approve('1.0.0', '--json');
    await edgeServes('a', 3);
    expect(json(await inJson)).toMatchObject({ state: 'carried-out', revision: 3, edges: { serving: 1, known: 1 } });
    const late = await approve('1.0.1', '--timeout', '1');
    expect([late.code, late.out, late.err]).toEqual([
      10,
      expect.stringContaining('is carried out: revision 4 of production.\n'),
      expect.stringContaining('Revision 4 is decided, and 0 of 1 edge serves it:\n  a serves revision 3'),
    ]);
    expect((await approve('1.0.0', '--no-wait')).out).toMatch(/is carried out: revision 5 of production\.\n$/);
  });

  it('what would be proposed is shown, and nothing is proposed; the hint of a refused dry run proposes', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await release(['environment', 'rules', '--approvals', '1']);
    const dry = ['promote', 'mf-demo@1.0.1', '--dry-run'];
    expect(await release([...dry, '--propose'])).toMatchObject({
      code: 0,
      out: 'mf-demo 1.0.0 -> 1.0.1\n\nThis would be revision 2. Nothing was changed.\n',
    });
    expect((await release(['proposals'])).out).toContain('There is no proposal that is open.');
    const refused = await release(dry);
    expect([refused.code, refused.err]).toEqual([
      4,
      expect.stringContaining(`npx release promote mf-demo@1.0.1 --reason 'why' --propose\n`),
    ]);
  });

  it('what would end the plan of somebody says so while it waits, and once it has', async () => {
    await givenLive();
    for (const version of ['1.0.1', '1.0.2']) {
      await page('mf-demo', version);
      await given('mf-demo', version);
    }
    const { id } = json(await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:1d,100%', '--json']));
    await release(['environment', 'rules', '--approvals', '1']);
    const ended = `plan ${id} of local-promote: mf-demo@1.0.1, step 1 of 2.`;
    const proposed = await release(['promote', 'mf-demo@1.0.2', '--propose', '--reason', 'Urgent']);
    expect(proposed.out).toContain(`This ends ${ended}\n`);
    expect((await release(['proposals'])).out).toContain(`; ends plan ${id} `);
    const [proposal] = json(await release(['proposals', '--json'])).proposals;
    const approved = await release(['approve', String(proposal.id), '--token', registry.tokens.second]);
    expect([approved.code, approved.out]).toEqual([0, expect.stringContaining(`It ended ${ended}\n`)]);
    expect((await release(['proposals', '--state', 'carried-out'])).out).toContain(`; ended plan ${id} `);
  });
});

describe('a proposal', () => {
  it.each([
    [['promote', 'mf-demo@1.0.1']],
    [['promote', 'mf-demo@1.0.1', '--dry-run']],
    [['promote', 'mf-demo@1.0.1', '--rehearse']],
    [['retire', 'mf-demo']],
    [['abort', 'mf-demo']],
  ])('is not made of what asks to be forced, which is for whoever approves it last: %j', async (args) => {
    await givenLive();
    await release(['environment', 'rules', '--approvals', '1']);
    const run = await release([...args, '--propose', '--force', '--reason', 'Urgent']);
    expect(run).toEqual({
      code: 2,
      out: '',
      err: 'Nobody forces what is proposed but whoever approves it last, with approve --force. Leave --force out.\n',
    });
    expect((await release(['proposals'])).out).toContain('There is no proposal that is open.');
  });
});
