import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { compose } from '../composition/compose';
import type { ServerBundle } from '../site/site';
import { pageServer, SHELL_SERVER, testRemote, testShell, testSite, type TestRelease } from '../testing/fixtures';
import type { RenderFailure } from './render-failure';
import { Renderer, type RendererOptions, type RenderJob } from './renderer';

const opened: Renderer[] = [];
afterEach(() => {
  jest.useRealTimers();
  opened.splice(0).forEach((renderer) => renderer.close());
});

function rendererOf(releases: TestRelease[], options: Partial<RendererOptions> = {}): Renderer {
  const loadBundle = async ({ name, version, path }: ServerBundle) => {
    const found = releases.find(({ descriptor }) => descriptor.name === name && descriptor.version === version);
    return found?.contents[path] ?? '';
  };
  const renderer = new Renderer({ loadBundle, timeoutMs: 600_000, ...options });
  opened.push(renderer);
  return renderer;
}

async function jobOf(shell: TestRelease, remote: TestRelease, change: Partial<RenderJob> = {}): Promise<RenderJob> {
  const site = testSite(shell, remote);
  const composition = compose(site);
  return {
    shell: site.shell.bundle!,
    remote: site.remotes[0]!.bundle,
    page: './home',
    pathname: '/',
    composition,
    disabled: null,
    ...change,
  };
}

const ALL_BUT_TIMEOUTS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/** Takes memory without end. */
const WITHOUT_END = '(() => { const all = []; for (;;) all.push(new Array(100000).fill({}).map(() => ({}))); })()';

/** Renders a page whose body is the given expression. */
async function renderBody(expression: string, options?: Partial<RendererOptions>) {
  const [shell, remote] = [testShell(), testRemote('1.0.0', pageServer(expression))];
  const renderer = rendererOf([shell, remote], options);
  return { renderer, shell, remote, result: renderer.render(await jobOf(shell, remote), 'visitor') };
}

describe('the renderer', () => {
  it("renders a remote's page inside the shell, with the shell's shared modules", async () => {
    const { result } = await renderBody('text');
    expect(await result).toEqual({
      head: '<title>Hello | Practice</title>',
      html: '<main data-path="/">Hello</main>',
      styles: [{ names: 'css a1', css: '.a1{color:red}' }],
    });
  });

  it('renders the "not available" page of the shell alone', async () => {
    const [shell, remote] = [testShell(), testRemote()];
    const job = await jobOf(shell, remote, { remote: null, page: null, pathname: '/nowhere' });
    expect((await rendererOf([shell]).render(job, 'visitor')).html).toContain('Page is not available');
  });

  it('keeps the module state of one pair of versions from another', async () => {
    const counting = `let count = 0; ${SHELL_SERVER.replace("html: '<main", "html: (count += 1) + '<main")}`;
    const shell = testShell('1.0.0', counting);
    const [one, two] = [testRemote('1.0.0'), testRemote('2.0.0')];
    const renderer = rendererOf([shell, one, two]);
    const bodies = [];
    for (const remote of [one, one, two, one]) bodies.push((await renderer.render(await jobOf(shell, remote), 'visitor')).html);
    expect(bodies.map((html) => /\d/.exec(html)?.[0])).toEqual(['1', '2', '1', '3']);
  });

  it('keeps the pairs that were used last, so that it does not run out of memory by their number', async () => {
    const heavy = (server: string) => `const weight = new Array(2 ** 18).fill(0); ${server}; exports.weight = () => weight.length;`;
    const shells = Array.from({ length: 8 }, (_, index) => testShell(`1.0.${index}`));
    const remotes = Array.from({ length: 12 }, (_, index) => testRemote(`1.0.${index}`, heavy(pageServer('text'))));
    const renderer = rendererOf([...shells, ...remotes], { memoryMb: 128 });
    for (const shell of shells)
      for (const remote of remotes) expect((await renderer.render(await jobOf(shell, remote), 'visitor')).html).toContain('Hello');
  });

  it('frees what bundles keep on globalThis together with their pair', async () => {
    const key = `Symbol.for('kept by a library')`;
    const keeping = `globalThis[${key}] ??= []; globalThis[${key}].push(new Array(2 ** 19).fill(0)); global.seen = globalThis[${key}].length;`;
    const shells = Array.from({ length: 60 }, (_, index) => testShell(`1.0.${index}`, `${keeping} ${SHELL_SERVER}`));
    const remote = testRemote('1.0.0', pageServer('globalThis.seen + typeof globalThis.setTimeout'));
    const renderer = rendererOf([...shells, remote], { memoryMb: 160 });
    for (const shell of shells) expect((await renderer.render(await jobOf(shell, remote), 'visitor')).html).toContain('>1function<');
  });

  it('keeps the bundles that were used last, however many versions are previewed', async () => {
    const shell = testShell();
    const remotes = Array.from({ length: 40 }, (_, index) => testRemote(`1.0.${index}`));
    const loaded: string[] = [];
    const renderer = rendererOf([shell, ...remotes], {
      loadBundle: async ({ name, version, path }) => {
        loaded.push(`${name}@${version}`);
        return (
          [shell, ...remotes].find(({ descriptor }) => descriptor.name === name && descriptor.version === version)?.contents[path] ?? ''
        );
      },
    });
    for (const remote of [...remotes, remotes[0]!, remotes[39]!]) {
      expect((await renderer.render(await jobOf(shell, remote), 'visitor')).html).toContain('Hello');
    }
    const times = (release: string) => loaded.filter((one) => one === release).length;
    expect(['shell@1.0.0', 'mf-a@1.0.0', 'mf-a@1.0.39'].map(times)).toEqual([1, 2, 1]);
  });
});

describe('code of a release', () => {
  it.each([
    ['finds no environment', 'Object.keys(process.env).join()', 'NODE_ENV'],
    ['cannot reach the network', 'typeof fetch + typeof WebSocket', 'undefinedundefined'],
    [
      'sees a process without its parent',
      'typeof process.send + typeof process.kill + typeof process.binding',
      'undefinedundefinedundefined',
    ],
  ])('%s', async (_name, expression, body) => {
    const { result } = await renderBody(expression);
    expect((await result).html).toContain(`>${body}<`);
  });

  it.each([
    ['a module that is not shared', `require('fs')`, 'the shell does not share fs'],
    ['code from text', `Function('return 1')()`, 'Code generation from strings disallowed'],
  ])('cannot use %s', async (_name, expression, message) => {
    const { result } = await renderBody(expression);
    await expect(result).rejects.toMatchObject({ reason: 'failed', message: expect.stringContaining(message) });
  });

  it.each(['fs', 'net', 'child_process', 'worker_threads', 'module'])('of the shell cannot use the built-in module %s', async (name) => {
    const shell = testShell('1.0.0', `require('node:${name}'); ${SHELL_SERVER}`);
    const job = await jobOf(shell, testRemote(), { remote: null, page: null });
    const message = `the shell's server bundle requires node:${name}, which the renderer does not offer`;
    await expect(rendererOf([shell]).render(job, 'visitor')).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });

  it('fails alone when it throws, and the next page renders', async () => {
    const { renderer, shell, result } = await renderBody(`(() => { throw new Error('broken page') })()`);
    await expect(result).rejects.toMatchObject({ reason: 'failed', message: expect.stringContaining('broken page') });
    const job = await jobOf(shell, testRemote(), { remote: null, page: null });
    await expect(renderer.render(job, 'visitor')).resolves.toMatchObject({ html: expect.any(String) });
  });

  it.each([
    ['an endless loop', '(() => { for (;;); })()', 'timeout'],
    ['memory without end', WITHOUT_END, 'crashed'],
  ])('that takes %s is ended, and the renderer recovers', async (_name, expression, reason) => {
    // The limit of time passes when the test says so, and for nothing else: a slow machine must not end what recovers.
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_TIMEOUTS] });
    const { renderer, shell, result } = await renderBody(expression, { timeoutMs: 700, memoryMb: 48 });
    const ended = expect(result).rejects.toMatchObject({ reason });
    if (reason === 'timeout') {
      while (jest.getTimerCount() === 0) await new Promise(setImmediate);
      jest.advanceTimersByTime(700);
    }
    await ended;
    const job = await jobOf(shell, testRemote(), { remote: null, page: null });
    await expect(renderer.render(job, 'ahead')).resolves.toMatchObject({ html: expect.any(String) });
  });

  it('that is ended keeps nobody waiting for longer because the clock is set back', async () => {
    const { renderer, shell, result } = await renderBody(WITHOUT_END, { memoryMb: 48 });
    await expect(result).rejects.toMatchObject({ reason: 'crashed' });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);
    const job = await jobOf(shell, testRemote(), { remote: null, page: null });
    for (const urgency of ['ahead', 'visitor'] as const)
      await expect(renderer.render(job, urgency)).resolves.toMatchObject({ html: expect.any(String) });
    clock.mockRestore();
  });

  it('that answers something else than a document is refused', async () => {
    const shell = testShell('1.0.0', `module.exports = { shared: {}, renderDocument: () => ({ html: 5 }) };`);
    const job = await jobOf(shell, testRemote(), { remote: null, page: null });
    await expect(rendererOf([shell]).render(job, 'visitor')).rejects.toMatchObject({ reason: 'failed' });
  });
});

describe('waiting', () => {
  it('is for few visitors at a time, and visitors go before pages that are rendered ahead', async () => {
    const [shell, remote] = [testShell(), testRemote()];
    const renderer = rendererOf([shell, remote], { maxWaiting: 2 });
    const job = await jobOf(shell, remote);
    const done: string[] = [];
    const ahead = [1, 2, 3].map((n) => renderer.render(job, 'ahead').then(() => done.push(`ahead ${n}`)));
    const visitors = [1, 2].map((n) => renderer.render(job, 'visitor').then(() => done.push(`visitor ${n}`)));
    const refused: Promise<unknown> = renderer.render(job, 'visitor');
    await expect(refused).rejects.toMatchObject({ reason: 'busy' } satisfies Partial<RenderFailure>);
    await Promise.all([...ahead, ...visitors]);
    expect(done).toEqual(['ahead 1', 'visitor 1', 'visitor 2', 'ahead 2', 'ahead 3']);
  });

  it('ends last for what nobody needs yet', async () => {
    const [shell, remote] = [testShell(), testRemote()];
    const renderer = rendererOf([shell, remote]);
    const job = await jobOf(shell, remote);
    const done: string[] = [];
    const jobs = (['ahead', 'spare', 'ahead', 'visitor'] as const).map((urgency) =>
      renderer.render(job, urgency).then(() => done.push(urgency)),
    );
    await Promise.all(jobs);
    expect(done).toEqual(['ahead', 'visitor', 'ahead', 'spare']);
  });

  it('is not for what nobody needs yet and does not end, and nothing is refused because of it', async () => {
    const [shell, endless, remote] = [testShell(), testRemote('1.0.0', pageServer('(() => { for (;;); })()')), testRemote('2.0.0')];
    const renderer = rendererOf([shell, endless, remote]);
    const spare = renderer.render(await jobOf(shell, endless), 'spare').catch(({ reason }: RenderFailure) => reason);
    const job = await jobOf(shell, remote);
    expect((await renderer.render(job, 'ahead')).html).toContain('Hello');
    expect(await spare).toBe('crashed');
    expect((await renderer.render(job, 'visitor')).html).toContain('Hello');
  });

  it('ends when the renderer closes, and nothing is said against it', async () => {
    const { renderer, result } = await renderBody('(() => { for (;;); })()');
    const settled = result.catch((failure: RenderFailure) => failure.reason);
    setTimeout(() => renderer.close(), 200);
    expect(await settled).toBe('busy');
  });
});
