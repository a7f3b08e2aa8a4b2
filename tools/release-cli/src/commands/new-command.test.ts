import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { releaseDescriptorSchema } from '@site/contracts/release';
import { main } from '../main';
import { buildPackage, findPackage } from '../workspace';

const REPOSITORY = resolve(import.meta.dirname, '../../../..');

/** A copy of what the command reads, inside the repository, where the packages that a remote imports are found. */
let root: string;
const cwd = process.cwd();

beforeAll(async () => {
  await mkdir(join(REPOSITORY, '.cache'), { recursive: true });
  root = await mkdtemp(join(REPOSITORY, '.cache', 'new-'));
  const packages = [
    'shared/api-client',
    'shared/contracts',
    'shared/router',
    'shared/session',
    'shared/ui',
    'shared/testing',
    'tools/build',
  ];
  const libraries = ['react', 'react-dom', 'axe-core'].map((name) => `node_modules/${name}`);
  for (const folder of ['.', ...packages, ...libraries])
    await cp(join(REPOSITORY, folder, 'package.json'), join(root, folder, 'package.json'), { recursive: true });
  process.chdir(root);
});
afterAll(async () => {
  process.chdir(cwd);
  await rm(root, { recursive: true, force: true });
});
afterEach(() => void jest.restoreAllMocks());

async function release(...args: string[]) {
  let [out, err] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  jest.spyOn(console, 'error').mockImplementation((text) => void (err += String(text)));
  return { code: await main(args), out, err };
}
const text = (...path: string[]) => readFile(join(root, ...path), 'utf8');

describe('release new', () => {
  it('makes a remote with a page, its test, its route, a place among the workspaces and a changeset', async () => {
    const { code, out } = await release('new', 'mf-tea-events', '--team', 'events', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        name: 'mf-tea-events',
        files: [
          '.changeset/mf-tea-events.md',
          'mf-tea-events/package.json',
          'mf-tea-events/remote.config.ts',
          'mf-tea-events/src/tea-events/tea-events-page.test.tsx',
          'mf-tea-events/src/tea-events/tea-events-page.tsx',
          'package.json',
        ],
      },
    ]);
    expect(await text('mf-tea-events/src/tea-events/tea-events-page.tsx')).toContain('export default function TeaEventsPage()');
    for (const file of JSON.parse(out).files as string[]) expect(await text(file)).not.toMatch(/mf-example|ExamplePage|team-of-example/);
    const { workspaces } = JSON.parse(await text('package.json'));
    expect(workspaces.indexOf('mf-tea-events')).toBe(workspaces.indexOf('mf-console') + 1);
    const own = JSON.parse(await text('mf-tea-events/package.json'));
    const other = JSON.parse(await readFile(join(REPOSITORY, 'mf-auth/package.json'), 'utf8'));
    expect(other.dependencies).toMatchObject(own.dependencies);
    expect(other.devDependencies).toMatchObject(own.devDependencies);
  });

  it('that depends on what its files import, and on nothing else', async () => {
    const { dependencies, devDependencies } = JSON.parse(await text('mf-tea-events/package.json'));
    const files = ['remote.config.ts', 'src/tea-events/tea-events-page.tsx', 'src/tea-events/tea-events-page.test.tsx'];
    const sources = await Promise.all(files.map((file) => text('mf-tea-events', file)));
    const imported = sources.flatMap((source) => [...source.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name));
    // The program that builds it is named by its scripts, and what all tests import stands in the root.
    const named = [...imported, '@site/build'].filter((name) => !name!.startsWith('@testing-library/') && name !== '@jest/globals');
    expect(new Set(Object.keys({ ...dependencies, ...devDependencies }))).toEqual(new Set(named));
  });

  it('whose build is a release', async () => {
    const source = await findPackage(root, 'mf-tea-events');
    expect(source).toMatchObject({ name: 'mf-tea-events', version: '1.0.0', hasDev: true });
    await buildPackage(source, '1.0.0');
    const descriptor = releaseDescriptorSchema.parse(JSON.parse(await text('mf-tea-events/dist/release.json')));
    expect(descriptor).toMatchObject({
      ...{ name: 'mf-tea-events', team: 'events', version: '1.0.0', entries: ['v/remoteEntry.js'], server: 'server/bundle.cjs' },
      routes: [{ path: '/tea-events', page: './tea-events/tea-events-page', title: 'Tea events', access: 'public' }],
    });
    expect(Object.keys(descriptor.exposes)).toEqual(['./tea-events/tea-events-page']);
    expect(descriptor.requires).toHaveProperty('@site/ui');
  });

  it('takes a name with any dashes, and a team with any words, as they are', async () => {
    expect((await release('new', 'mf-tea--2-', '--team', "examples & $& 'co'")).code).toBe(0);
    const config = await text('mf-tea--2-/remote.config.ts');
    expect(config).toContain(`team: 'examples & $& \\'co\\'',`);
    expect(config).toContain(`{ path: '/tea--2-', page: './tea--2-/tea--2--page', title: 'Tea 2', access: 'public' }`);
    expect(await text('mf-tea--2-/src/tea--2-/tea--2--page.tsx')).toContain('export default function Tea2Page()');
  });

  it.each(['', ' ', 'team \u001b[2J', 'a\nb'])('is refused for the team %j, and writes nothing', async (team) => {
    const run = await release('new', 'mf-of-nobody', '--team', team);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('A team has a name, in one line.')]);
    expect(existsSync(join(root, 'mf-of-nobody'))).toBe(false);
  });

  it.each([
    ['mf-auth!', 2, 'is no name of a remote'],
    ['shell', 2, 'is no name of a remote'],
    ['mf-api', 2, 'The page of mf-api would be at /api, where something else of the site answers.'],
    ['mf-tea-events', 3, 'There is a folder mf-tea-events already.'],
  ])('is refused for %s, and writes nothing', async (name, code, sentence) => {
    const before = await text('package.json');
    const run = await release('new', name);
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(sentence)]);
    expect(await text('package.json')).toBe(before);
    expect(existsSync(join(root, 'mf-auth!'))).toBe(false);
  });
});
