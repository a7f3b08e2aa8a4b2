import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commands, desk } from './desk-cli';
import { createTestApi, type TestApi } from './testing/create-test-api';

let api: TestApi;
let base: string;
let token: string;
beforeAll(async () => {
  api = await createTestApi();
  base = `${await api.server.listen({ host: '127.0.0.1', port: 0 })}/api`;
  const staff = await api.identity.addAccount('staff@example.com', { groups: ['staff'] });
  token = staff.authorization.replace('Bearer ', '');
});
afterAll(() => api.close());

async function run(args: string[], env: Record<string, string> = { DESK_TOKEN: token, DESK_API: base }) {
  const [printed, failed]: [string[], string[]] = [[], []];
  const code = await desk(args, { env, fetch, print: (text) => printed.push(text), fail: (text) => failed.push(text) });
  return { code, printed: printed.join('\n'), failed: failed.join('\n') };
}

const fail = () => {
  throw new Error('this must not be called');
};

describe('desk', () => {
  it('does what the desk’s routes do', async () => {
    expect(await run(['peer-groups', 'add', 'code=crew', 'name=Crew = one'])).toMatchObject({
      code: 0,
      printed: expect.stringContaining('"Crew = one"'),
    });
    expect((await run(['peer-groups', 'save', 'CREW', 'name=Crew', 'is_open=false', '--if-version', '1'])).printed).toContain(
      '"is_open": false',
    );
    const added = await run(['demo-kinds', 'add', 'name=Kind', 'description=Of demo', '--json']);
    const { id, version } = JSON.parse(added.printed) as { id: number; version: number };
    expect((await run(['demo-kinds', 'remove', String(id), '--if-version', String(version)])).code).toBe(0);
    expect((await run(['members', 'search=ada'])).printed).toBe('[]');
  });

  it('sends a mail to a group under the key of what it says, so that the same goes out once', async () => {
    await run(['peer-groups', 'add', 'code=once', 'name=Once']);
    const keys: unknown[] = [];
    const noting: typeof fetch = (address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return fetch(address, init);
    };
    const ignore = () => undefined;
    for (const text of ['It starts soon.', 'It starts soon.', 'It has started.']) {
      const mail = ['mail', 'code=ONCE', 'subject=Next season', `text=${text}`];
      expect(await desk(mail, { env: { DESK_TOKEN: token, DESK_API: base }, fetch: noting, print: ignore, fail: ignore })).toBe(0);
    }
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  it('prints what strangers wrote without anything that steers a terminal, and the same for a program', async () => {
    const rows = [{ name: 'Ada\u009b2J\u001b]0;', message: 'one\ntwo' }];
    for (const flags of [[], ['--json']]) {
      let printed = '';
      const answer = () => Promise.resolve(Response.json(rows));
      await desk(['messages', ...flags], { env: { DESK_TOKEN: token }, fetch: answer, print: (text) => (printed += text), fail });
      expect(printed).not.toMatch(/(?!\n)\p{Cc}/u);
      expect(printed).toContain('Ada\\u009b2J');
      expect(JSON.parse(printed)).toEqual(rows);
    }
    let refused = '';
    const refusal = () => Promise.resolve(Response.json({ error: 'No\u001b[2J.' }, { status: 400 }));
    await desk(['messages'], { env: { DESK_TOKEN: token }, fetch: refusal, print: fail, fail: (text) => (refused += text) });
    expect(refused).toBe('No\\u001b[2J.');
  });

  it('sends what was typed as text where text is meant, and as JSON where something else is', async () => {
    const bodyOf = async (args: string[]) => {
      let sent: unknown;
      const noting: typeof fetch = (_address, init) => {
        sent = JSON.parse(init?.body as string);
        return Promise.resolve(Response.json({}));
      };
      const versioned = [...args, '--if-version', '1'];
      expect(await desk(versioned, { env: { DESK_TOKEN: token }, fetch: noting, print: () => undefined, fail })).toBe(0);
      return sent;
    };
    expect(await bodyOf(['peer-groups', 'add', 'code=0042', 'name=1234'])).toEqual({ code: '0042', name: '1234' });
    const mail = ['code=1234', 'subject=[Reminder] tomorrow', 'text=["a"]'];
    expect(await bodyOf(['mail', ...mail])).toEqual({ code: '1234', subject: '[Reminder] tomorrow', text: '["a"]' });
    expect(await bodyOf(['projects', 'add', 'name=2025', 'description=true', 'url=null'])).toEqual({
      name: '2025',
      description: 'true',
      url: 'null',
    });
    expect(await bodyOf(['members', 'save', 'x', 'tessera_rank=9', 'subscription_until=null', 'code=null'])).toEqual({
      tessera_rank: 9,
      subscription_until: null,
      code: null,
    });
    expect(await bodyOf(['members', 'save', 'x', 'tessera_rank=two', 'code=1234'])).toEqual({ tessera_rank: 'two', code: '1234' });
    expect(await bodyOf(['messages', 'save', '1', 'status=new', 'assigned'])).toEqual({ status: 'new', assigned: true });
    expect(await bodyOf(['account', 'groups', 'x', 'groups=["staff","no group"]'])).toEqual({ groups: ['staff', 'no group'] });
    expect(await bodyOf(['endorse', '1', 'endorsements=[]'])).toEqual({ endorsements: [] });
  });

  it('exits with 2 and names the field, when the API does not understand the body', async () => {
    expect(await run(['projects', 'add', 'name=X', 'description=X', 'url=0042'])).toEqual({
      code: 2,
      printed: '',
      failed: expect.stringMatching(/^ {2}url: Enter a valid URL that starts/m),
    });
    expect(await run(['projects', 'add', '@/nowhere/project.json'])).toEqual({
      code: 2,
      printed: '',
      failed: expect.stringMatching(/^\/nowhere\/project\.json cannot be read: ENOENT/),
    });
  });

  it('tells a refusal in a sentence and exits with 1', async () => {
    expect(await run(['projects', 'remove', '99', '--if-version', '1'])).toEqual({
      code: 1,
      printed: '',
      failed: 'There is no such project.',
    });
    expect((await run(['projects', 'add', 'name=X'])).failed).toContain('description: Enter a description');
    const player = await api.identity.addAccount('ada@example.com');
    expect(await run(['members'], { DESK_API: base, DESK_TOKEN: player.authorization.slice(7) })).toMatchObject({
      code: 1,
      failed: 'You are not allowed to do this.',
    });
    expect(await run(['members'], { DESK_TOKEN: token, DESK_API: 'http://127.0.0.1:1' })).toMatchObject({
      code: 1,
      failed: expect.stringContaining('cannot be asked'),
    });
  });

  it('writes what exists in the version that was seen, and asks for it before it calls', async () => {
    await run(['peer-groups', 'add', 'code=seen', 'name=Seen']);
    const save = ['peer-groups', 'save', 'SEEN', 'name=Seen again', 'is_open=true'];
    expect(await desk(save, { env: { DESK_TOKEN: token, DESK_API: base }, fetch: fail, print: fail, fail: () => undefined })).toBe(2);
    expect((await run(save)).failed).toBe(
      'Say with --if-version which version you have seen: desk peer-groups save <code> name=... is_open=true|false',
    );
    expect((await run([...save, '--if-version', '1'])).code).toBe(0);
    expect(await run([...save, '--if-version', '1'])).toMatchObject({
      code: 1,
      failed: 'Somebody else has changed this meanwhile. Nothing was overwritten.',
    });
  });

  it('exits with 2 and says how, when it is not understood', async () => {
    for (const args of [[], ['dance'], ['projects', 'remove'], ['members', '--loud']]) expect((await run(args)).code).toBe(2);
    expect(await run(['members'], {})).toMatchObject({ code: 2, failed: expect.stringContaining('DESK_TOKEN') });
    expect(await run(['--help'])).toMatchObject({ code: 0, printed: expect.stringContaining('peer-groups add code=... name=...') });
  });

  it('has a command for every route of the desk', () => {
    const covered = Object.values(commands).map(({ method, path }) => `${method} ${path(['X', 'X'])}`);
    const routes = api.routes
      .filter(({ path }) => path.startsWith('/desk/'))
      .map(({ method, path }) => `${method} ${path.replace(/:\w+/g, 'X')}`);
    expect(routes.filter((route) => !covered.includes(route))).toEqual([]);
    expect(covered.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('asks for a version exactly where the API does', async () => {
    const { paths } = (await api.call('GET', '/openapi.json')).body as { paths: Record<string, Record<string, { responses: object }>> };
    const asking = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { responses }]) =>
        '428' in responses ? `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'X')}` : [],
      ),
    );
    const needing = Object.values(commands).filter(({ needsVersion }) => needsVersion);
    expect(needing.map(({ method, path }) => `${method} ${path(['X', 'X'])}`).sort()).toEqual(asking.sort());
    expect(asking.length).toBeGreaterThan(10);
  });
});
