/** What a started site says. */
import path from 'node:path';
import { root } from '../workspaces.mjs';
import { bold, dim } from './progress.mjs';

const USUAL = { registry: 'http://localhost:8080/registry', dataDir: path.join(root, '.data') };

/** @param {import('./run-site.mjs').RunningSite} running */
export function welcome(running) {
  const { address, accounts, waiting } = running;
  const people = accounts.map(({ role, email, password }) => `    ${role.padEnd(18)}${email.padEnd(26)}${dim(password)}`);
  return [
    '',
    `  The site is running at ${bold(address)}`,
    '',
    ...(people.length > 0 ? ['  Sign in as', ...people, ''] : []),
    ...(waiting.length > 0 ? [`  Published, and not live, because somebody decided what is: ${promotion(running)}`, ''] : []),
    '  Try next',
    ...columns([
      [`${address}/_dev/mail/`, 'the mail that the site sends'],
      [`${developmentEnv(running)}npm run dev -w mf-elevate`, 'one remote from its sources, inside this site'],
      [`${releaseEnv(running)}npx release publish mf-marketing`, 'a new version of one remote; says how to make it live'],
      [`${releaseEnv(running)}npx release rollback`, 'what was live before'],
    ]),
    '',
    dim('  Ctrl-C stops it.'),
    '',
  ].join('\n');
}

const promotion = (running) =>
  `${releaseEnv(running)}npx release promote ${running.waiting.map(({ name, version }) => `${name}@${version}`).join(' ')}`;

function columns(rows) {
  const width = Math.max(...rows.map(([what]) => what.length)) + 3;
  return rows.map(([what, why]) => `    ${what.padEnd(width)}${dim(why)}`);
}

/** What the release tool must be told in another terminal about a site that is not the usual one. */
export function releaseEnv({ registry, dataDir }) {
  return variables({ RELEASE_REGISTRY: registry !== USUAL.registry && registry, DATA_DIR: dataDir !== USUAL.dataDir && dataDir });
}

const developmentEnv = ({ registry }) => variables({ SITE_ORIGIN: registry !== USUAL.registry && new URL(registry).origin });

const variables = (values) =>
  Object.entries(values)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${quoted(value)} `)
    .join('');

const quoted = (value) => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
