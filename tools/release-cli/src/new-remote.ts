/** Writes a new remote from `template/`, which is one itself but for its names, so that types, lint and tests keep it right. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));

/** Packages of this repository that the template imports. */
const SHARED = ['contracts', 'ui'];

interface NewRemote {
  /** `mf-<name>` */
  name: string;
  team: string;
}

/** @returns What was written, as paths from the root. */
export async function makeRemote(root: string, remote: NewRemote): Promise<string[]> {
  const templates = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const written = new Map<string, string>();
  for (const entry of templates.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    written.set(join(remote.name, named(relative(TEMPLATE, file), remote)), named(await readFile(file, 'utf8'), remote));
  }
  written.set(join(remote.name, 'package.json'), inJson(await manifestOf(root, remote)));
  written.set(`.changeset/${remote.name}.md`, `---\n'${remote.name}': minor\n---\n\nA new remote, ${remote.name}.\n`);
  written.set('package.json', await withWorkspace(root, remote));
  for (const [file, text] of written) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return [...written.keys()].sort();
}

/** A text or path of the template with the names of the remote. */
function named(text: string, { name, team }: NewRemote): string {
  const own = name.replace('mf-', '');
  const words = own.split('-').filter(Boolean);
  const names: Record<string, string> = {
    'team-of-example': team.replaceAll(/['\\]/g, '\\$&'),
    ExamplePage: `${words.map(capitalized).join('')}Page`,
    Example: capitalized(words.join(' ')),
    example: own,
  };
  return text.replaceAll(/team-of-example|ExamplePage|Example|example/g, (found) => names[found] ?? found);
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

async function manifestOf(root: string, { name }: NewRemote) {
  const versions = async (names: string[], folder: string, prefix: string) =>
    Object.fromEntries(
      await Promise.all(names.map(async (one) => [prefix + one, (await readManifest(join(root, folder, one))).version] as const)),
    );
  return {
    name,
    version: '1.0.0',
    private: true,
    license: 'MIT',
    type: 'module',
    scripts: { build: 'build-package', dev: 'dev-package' },
    dependencies: await versions(SHARED, 'shared', '@site/'),
    devDependencies: {
      ...(await versions(['build'], 'tools', '@site/')),
      ...(await versions(['testing'], 'shared', '@site/')),
      ...(await versions(['axe-core'], 'node_modules', '')),
    },
  };
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string; workspaces: string[] };

/** The package.json of the repository with the remote behind the others. */
async function withWorkspace(root: string, { name }: NewRemote): Promise<string> {
  const manifest = await readManifest(root);
  const last = manifest.workspaces.findLastIndex((workspace) => workspace.startsWith('mf-'));
  return inJson({ ...manifest, workspaces: manifest.workspaces.toSpliced(last + 1, 0, name) });
}

const inJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
