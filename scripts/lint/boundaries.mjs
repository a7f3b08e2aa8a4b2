/**
 * Who may import whom, as data. `docs/architecture.md` draws the same picture; `tests/rules/boundaries.test.ts` tries every rule.
 */
import { posix as path } from 'node:path';

const SHARED = ['shared/contracts', 'shared/ui', 'shared/router', 'shared/session', 'shared/api-client'];
const SERVICE = ['shared/contracts', 'services/platform'];
const RELEASES = [...SERVICE, 'shared/release-model'];

/**
 * Packages of this repository that a package may import, first match wins. `npm`, where given, is the whole list of outside packages
 * that it may import; without it, anything that its package.json declares.
 */
const LAYERS = [
  { package: /^shared\/contracts$/, may: [], npm: ['zod/mini'] },
  { package: /^shared\/release-model$/, may: ['shared/contracts'], npm: ['canonicalize', 'semver', 'zod/mini'] },
  { package: /^shared\/router$/, may: ['shared/contracts'] },
  { package: /^shared\/session$/, may: ['shared/contracts'] },
  { package: /^shared\/api-client$/, may: ['shared/contracts', 'shared/session'] },
  { package: /^shared\/ui$/, may: ['shared/contracts', 'shared/router'] },
  { package: /^shared\/testing$/, may: SHARED },
  { package: /^shell$/, may: SHARED, npm: ['react', 'react-dom', 'react-redux', '@reduxjs/toolkit', '@module-federation/*', 'zod/mini'] },
  {
    package: /^mf-console$/,
    may: [...SHARED, 'shared/release-model'],
    npm: ['react', 'react-dom', 'zod/mini', '@tanstack/react-table'],
  },
  { package: /^mf-/, may: SHARED, npm: ['react', 'react-dom', 'zod/mini'] },
  { package: /^services\/platform$/, may: ['shared/contracts'] },
  { package: /^services\/(edge|registry)$/, may: RELEASES },
  { package: /^services\/server$/, may: [...RELEASES, 'services/*', 'tools/release-cli', 'tools/program'] },
  { package: /^services\/api$/, may: [...SERVICE, 'tools/program'] },
  { package: /^services\//, may: SERVICE },
  { package: /^tools\/build$/, may: ['shared/contracts', 'shared/release-model'] },
  { package: /^tools\/release-cli$/, may: ['shared/contracts', 'shared/release-model', 'tools/build', 'tools/program'] },
  { package: /^tools\/program$/, may: [] },
];

/**
 * Folders below `src/` that others build on, from the ground up: a folder may import those that stand before it, and a folder that is not
 * listed stands on all of them. Everywhere else folders are features that know nothing of each other.
 */
const STACKS = {
  'mf-console': ['registry', 'desk', 'display', 'editing', 'asking', 'listing', 'rehearsal', 'acting', 'frame'],
  'services/api': ['domain'],
  'services/edge': [
    ...['routing', 'site', 'target', 'health', 'releases', 'renderer', 'composition', 'development'],
    ...['http', 'disk', 'deltas', 'assets', 'prerendering', 'preview', 'document', 'endpoints'],
  ],
  'services/identity': ['crypto', 'sessions', 'security', 'accounts', 'oidc', 'federation', 'hosted', 'cognito'],
  'services/registry': [
    ...[
      'events',
      'audit',
      'people',
      'tokens',
      'environments',
      'releases',
      'rehearsals',
      'revisions',
      'publish',
      'health',
      'plans',
      'beacons',
    ],
    'webhooks',
  ],
};

/** Outside packages that only some packages may import, because they stand between those and everybody else. */
const GUARDED = [
  { npm: ['@chakra-ui/*', '@emotion/*', 'react-toastify'], only: ['shared/ui'], instead: '@site/ui' },
  { npm: ['aws-amplify', '@aws-amplify/*'], only: ['shared/session'], instead: '@site/session' },
  { npm: ['react-router', 'react-router-dom'], only: ['shared/router', 'services/edge'], instead: '@site/router' },
];

const IN_BROWSERS = /^(shell|mf-[^/]+|shared\/(contracts|ui|session|router|api-client))$/;
const TEST = /\.(test|spec|bench)\.[cm]?tsx?$|\.stories\.tsx$|\/jest-setup\.ts$|\/src\/testing\//;
const CONFIG = /^[^/]+\.config\.[cm]?[jt]s$/;

/** @returns The package name of an import specifier: `@site/ui` of `@site/ui/tabs`. */
function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Where `release new` copies from: the folder stands for that of a remote. */
const REMOTE_TEMPLATE = 'tools/release-cli/template';
const STANDS_FOR = 'mf-example';

const matches = (pattern, name) => pattern === name || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1)));
const some = (patterns, name) => patterns.some((pattern) => matches(pattern, name));

/** @returns {string | null} First folder below `src/`, if the file is not directly in it. */
function featureOf(inside) {
  const [source, feature, ...rest] = inside.split('/');
  return source === 'src' && rest.length > 0 ? feature : null;
}

function betweenFeatures(from, inside, target) {
  if (!/^(mf-|services\/)/.test(from) || from === 'services/platform') return null;
  const [feature, other] = [featureOf(inside), featureOf(target)];
  if (!feature || !other || feature === other) return null;
  const stack = STACKS[from] ?? [];
  const height = stack.includes(feature) ? stack.indexOf(feature) : stack.length;
  if (stack.slice(0, height).includes(other)) return null;
  return { rule: 'feature', message: `The feature '${feature}' must not import the feature '${other}': put what both need into src/.` };
}

function betweenPackages(layer, from, to, isTest) {
  if (to === from) return { rule: 'package', message: `Import files of the same package by a relative path.` };
  if (to === 'shared/testing') {
    return isTest || from === 'tests' ? null : { rule: 'package', message: `Only tests import ${to}.` };
  }
  if (some(layer.may, to)) return null;
  return { rule: 'package', message: `${from} must not import ${to}. It may import: ${layer.may.join(', ') || 'no other package'}.` };
}

function fromNpm(layer, from, specifier, isTest) {
  const name = packageName(specifier);
  const guard = GUARDED.find(({ npm }) => some(npm, name));
  if (guard && !guard.only.includes(from)) {
    return { rule: 'npm', message: `Only ${guard.only.join(' and ')} imports ${name}: use ${guard.instead}.` };
  }
  if (specifier === 'zod' && IN_BROWSERS.test(from)) {
    return { rule: 'npm', message: `Browsers load this: import 'zod/mini', which is a twentieth of zod.` };
  }
  if (layer.npm && !isTest && !some(layer.npm, name) && !layer.npm.includes(specifier)) {
    return { rule: 'npm', message: `${from} must not import ${name}. It may import: ${layer.npm.join(', ')}.` };
  }
  return null;
}

/**
 * Judges one import.
 * @param {Map<string, string>} workspaces Folder by package name.
 * @param {string} file The importing file, slash-separated, from the root of the repository.
 * @param {string} specifier What it imports.
 * @returns {{rule: 'package' | 'feature' | 'npm', message: string} | null} Why it is refused, or null.
 */
export function judge(workspaces, file, specifier) {
  if (file.startsWith(`${REMOTE_TEMPLATE}/`))
    return judge(new Map([...workspaces, [STANDS_FOR, STANDS_FOR]]), file.replace(REMOTE_TEMPLATE, STANDS_FOR), specifier);
  const from = [...workspaces.values()].find((folder) => file.startsWith(`${folder}/`));
  const layer = LAYERS.find((candidate) => candidate.package.test(from ?? ''));
  if (!from || !layer || specifier.startsWith('node:')) return null;
  const inside = file.slice(from.length + 1);
  if (CONFIG.test(inside) && inside !== 'remote.config.ts') return null;
  const isTest = TEST.test(file);

  if (specifier.startsWith('.')) {
    const target = path.relative(from, path.join(path.dirname(file), specifier));
    if (!target.startsWith('..')) return isTest ? null : betweenFeatures(from, inside, target);
    return { rule: 'package', message: `A relative path must not leave ${from}: import the other package by its name.` };
  }
  const to = workspaces.get(packageName(specifier));
  return to ? betweenPackages(layer, from, to, isTest) : fromNpm(layer, from, specifier, isTest);
}
