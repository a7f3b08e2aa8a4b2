import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseIdentityConfig } from '@site/identity/config';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { ROLES, type Role, parseServerConfig } from '@site/server/config';
import { DATABASE_ROLES } from '@site/server/database-rights';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const compose = read('docker-compose.yml');
const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    read(file)
      .split('\n')
      .map((line) => /^(?:# )?([A-Z_]+)=(.*)$/.exec(line))
      .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])),
  );
const example = settingsIn('deploy/env/site.env.example');
const containerSettings = (role: string): Record<string, string> => ({ ...example, ...settingsIn(`deploy/env/${role}.env.example`) });
const secret = 'a secret of at least thirty-two characters';

const unit = read('deploy/native/systemd/site@.service');
const ofUnit = Object.fromEntries(
  [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' ').map((one) => one.split('='))),
);
const nativeSettings = (role: string): Record<string, string> => ({
  ...settingsIn('deploy/native/env/site.env.example'),
  ...settingsIn(`deploy/native/env/${role}.env.example`),
  ...(ofUnit as Record<string, string>),
});
const OF_STORE = 'AWS_SECRET_ACCESS_KEY';
const OWN_SECRETS: Record<Role, string[]> = {
  registry: ['DATABASE_URL', OF_STORE, 'SIGNING_KEY_FILE'],
  api: ['DATABASE_URL', OF_STORE, 'SMTP_URL', 'BOT_CHECK_SECRET', 'IDENTITY_SECRET', 'COGNITO_SECRET_ACCESS_KEY', 'RECAPTCHA_SECRET'],
  identity: ['DATABASE_URL', 'SMTP_URL', 'IDENTITY_SECRET', 'GOOGLE_CLIENT_SECRET', 'LINKEDIN_CLIENT_SECRET'],
  edge: [OF_STORE],
};
/** Names of the settings that hold a secret. */
const secretsIn = (settings: Record<string, string>): string[] =>
  Object.keys(settings).filter((name) => /_SECRET$|SECRET_ACCESS_KEY$|^DATABASE_URL$|^SIGNING_KEY_FILE$|^SMTP_URL$/.test(name));

/** What services of a kind have in common: the top-level property `x-<kind>`. */
const templateOf = (kind: string): string => new RegExp(`^x-${kind}: [^]*?(?=^\\S)`, 'm').exec(compose)?.[0] ?? '';

describe('the production shape', () => {
  it('runs every role', () => {
    const roles = [...compose.matchAll(/ROLES: (\w+)/g)].map((match) => match[1]);
    expect(roles.sort()).toEqual([...ROLES].sort());
  });

  it.each(ROLES)('has two replicas of %s that can be replaced one after the other, under one name for the proxy', (role) => {
    for (const replica of ['a', 'b']) expect(compose).toContain(`\n  ${role}-${replica}:\n    <<: *${role}\n`);
    expect(templateOf(role)).toContain(`aliases:\n        - ${role}\n`);
    expect(read('deploy/nginx.conf')).toContain(`server ${role}:8080 resolve`);
    // Compose replaces these together.
    expect(compose).not.toContain('replicas:');
    expect(templateOf(role)).toContain('<<: *all\n');
  });

  it('never names both replicas of a role in one command of a runbook', () => {
    const lines = ['deploy', 'people', 'registry-or-database-down', 'a-release-is-bad', 'back-up-and-restore'].flatMap((name) =>
      read(`docs/runbooks/${name}.md`).split('\n'),
    );
    const commands = lines.filter((line) => /^ *docker compose .*\bup\b.* --no-deps /.test(line) && !line.endsWith(' nginx'));
    const named = commands.flatMap((line) => line.split(' --no-deps ')[1]?.split(' ') ?? []);
    expect(named.sort()).toEqual(ROLES.flatMap((role) => [`${role}-a`, `${role}-b`]).sort());
    for (const role of ROLES) expect(commands.filter((line) => line.includes(`${role}-a`) && line.includes(`${role}-b`))).toEqual([]);
  });

  it('brings another configuration to the proxy by making its container anew, which has the file of when it was made', () => {
    expect(compose).toContain('- ./deploy/nginx.conf:/etc/nginx/nginx.conf:ro');
    const [, section = ''] = read('docs/runbooks/deploy.md').split('\n## Replace a version of the services\n');
    expect(section.split('\n## ')[0]).toMatch(/^docker compose up --detach --wait --no-deps --force-recreate .*nginx$/m);
  });

  it('has a proxy that writes only its number into memory, and what it keeps of the edges into a volume that outlives its container', () => {
    const [proxy = ''] = /^ {2}nginx:\n(?: {4}.+\n)+/m.exec(compose) ?? [];
    expect(proxy).toContain('    read_only: true\n');
    expect(proxy).toContain('    tmpfs:\n      - /run\n');
    expect(proxy).toContain('      - proxy-cache:/var/cache/nginx\n');
    const written = read('deploy/nginx.conf').match(/^ *(?:pid|\w+_(?:temp|cache)_path) \S+/gm);
    expect(written?.map((line) => line.trim())).toEqual(['pid /run/nginx.pid;', 'proxy_cache_path /var/cache/nginx/pages']);
  });

  it('gives a stop the time that it takes', () => {
    const [, grace = ''] = /stop_grace_period: (\d+)s/.exec(templateOf('all')) ?? [];
    const { lingerMs, drainTimeoutMs } = parseServerConfig({ ...example, NODE_ENV: 'production', ROLES: 'edge' });
    expect(Number(grace) * 1000).toBeGreaterThan(lingerMs + drainTimeoutMs);
  });

  it('has its bucket made in its own store, with the shell of that', () => {
    const [, bucket] = /^s3:\/\/(\w+)\?.*endpoint=http:\/\/storage:/.exec(example.STORAGE_URL ?? '') ?? [];
    expect(compose).toMatch(/\n {2}storage:\n {4}image: chrislusf\/seaweedfs:/);
    expect(read('docs/runbooks/deploy.md')).toContain(
      `docker compose up --detach --wait storage\n   echo 's3.bucket.create -name ${bucket}' | docker compose exec -T storage weed shell\n`,
    );
  });

  it('calls an edge healthy before the first promotion, which needs a started site', () => {
    expect(templateOf('edge')).toContain('/healthz');
    expect(templateOf('all')).toContain('/readyz');
  });

  it.each(ROLES)('has settings that %s accepts in production', (role) => {
    const given = Object.fromEntries(Object.entries(containerSettings(role)).filter(([name]) => !name.endsWith('_SECRETS')));
    const secrets = Object.fromEntries(secretsIn(given).map((name) => [name, given[name] || secret]));
    const config = parseServerConfig({ ...given, ...secrets, NODE_ENV: 'production', HOST: '0.0.0.0', ROLES: role });
    expect(config).toMatchObject({ production: true, publicOrigin: 'https://www.example.com' });
    expect([...config.roles]).toEqual([role]);
    expect(templateOf(role)).toContain(`env_file:\n    - deploy/env/site.env\n    - deploy/env/${role}.env\n`);
  });

  it.each([
    ['with containers', containerSettings],
    ['without containers', nativeSettings],
  ])('gives each role a user of the database of its own, and the secrets that are its own, %s', (_, settings) => {
    const foreign = ROLES.flatMap((role) => secretsIn(settings(role)).filter((name) => !OWN_SECRETS[role].includes(name)));
    expect(foreign).toEqual([]);
    const users = [...DATABASE_ROLES, 'operator'].map((role) => new URL(settings(role).DATABASE_URL ?? '').username);
    expect(users).toEqual(['registry', 'api', 'identity', 'site']);
  });

  it.each([
    ['with containers', containerSettings],
    ['without containers', nativeSettings],
  ])('asks for passwords of 12 characters that are hard to guess, and for a second factor of staff, %s', (_, settings) => {
    const given = { ...settings('identity'), NODE_ENV: 'production', IDENTITY_SECRET: secret, IDENTITY_ACCEPTED_SECRETS: secret };
    const { password, secondFactorGroups } = parseIdentityConfig(given);
    expect([password.minLength, password.strength]).toEqual([12, 3]);
    expect(secondFactorGroups).toEqual(['staff', 'release-manager']);
  });

  it('has settings that are each explained in a README, where the runbook says', () => {
    const runbook = read('docs/runbooks/deploy.md').replaceAll(/\s+/g, ' ');
    const [, named = ''] = /all of them in the READMEs of (.+?)\./.exec(runbook) ?? [];
    const explained = [...named.matchAll(/`(services\/\w+)`/g)].map(([, folder = '']) => read(`${folder}/README.md`)).join('\n');
    const schemas = ['server/src/config.ts', 'api/src/config.ts', 'identity/src/config.ts', 'server/src/cognito/cognito-config.ts'].map(
      (file) => read(`services/${file}`),
    );
    const settings = schemas.flatMap((source) => [...source.matchAll(/^ +([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name));
    expect(settings).toEqual(expect.arrayContaining(['PORT', 'RECIPIENT_LIMIT', 'IDENTITY_HASH_COST', 'COGNITO_DOMAIN']));
    expect(settings.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
  });

  it('says in its examples how Google and LinkedIn are offered: their names to all, what they know us by to identity alone', () => {
    expect(example).toHaveProperty('IDENTITY_PROVIDERS');
    const credentials = ['GOOGLE', 'LINKEDIN'].flatMap((name) => [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]);
    expect(Object.keys(settingsIn('deploy/env/identity.env.example'))).toEqual(expect.arrayContaining(credentials));
  });

  it('commits no secret', () => {
    const committed = execFileSync('git', ['ls-files', 'deploy/env', 'deploy/native/env'], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n');
    const settings = committed.flatMap((file) => Object.entries(settingsIn(file)).map(([name, value]) => ({ file, name, value })));
    const secrets = settings.filter(({ name }) => /SECRET|ACCESS_KEY/.test(name));
    const passwords = settings.filter(({ value }) => URL.canParse(value) && new URL(value).password !== '');
    for (const found of [secrets, passwords]) expect(new Set(found.map(({ file }) => path.dirname(file))).size).toBe(2);
    expect(secrets.filter(({ value }) => value !== '')).toEqual([]);
    expect(passwords.filter(({ value }) => new URL(value).password !== 'PASSWORD')).toEqual([]);
    expect(compose).not.toMatch(/PASSWORD(?!_FILE)/);
  });
});

describe('the production shape without containers', () => {
  const sources = ['server', 'api', 'identity'].map((service) => read(`services/${service}/src/config.ts`)).join('');
  const known = new Set([
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    ...[...sources.matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name]) => name),
  ]);

  it.each(ROLES)('has settings that exist, and that %s accepts in production', (role) => {
    const given = nativeSettings(role);
    expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
    const secrets = Object.keys(given).filter((name) => name.endsWith('_SECRET'));
    const config = parseServerConfig({ ...given, ...Object.fromEntries(secrets.map((name) => [name, secret])) });
    expect(config).toMatchObject({ production: true, host: '127.0.0.1', trustProxy: ['loopback'] });
    expect([...config.roles]).toEqual([role]);
    for (const half of ['a', 'b']) expect(read('deploy/native/systemd/site.target')).toContain(`site@${role}-${half}.service`);
    expect(read('deploy/native/README.md')).toContain(`--${role} 127.0.0.1:${config.port},127.0.0.1:${config.port + 1}`);
  });

  it('replaces the processes that there are, one after the other, and starts none that has no settings: with Cognito there is no identity', async () => {
    expect(unit.split('[Service]')[0]).toContain('\nConditionPathExists=/etc/site/%i.env\n');
    const [, loop = ''] = /```\n(for half in a b; do\n[^]*?)```/.exec(read('deploy/native/README.md')) ?? [];
    const directory = await createTestDirectory();
    const replicas = ['a', 'b'].flatMap((half) => ['registry', 'api', 'edge'].map((role) => `${role}-${half}`));
    for (const [index, replica] of replicas.entries()) writeFileSync(path.join(directory.path, `${replica}.env`), `PORT=${8100 + index}\n`);
    const tools = 'systemctl() { echo "$*"; }; curl() { for last; do :; done; echo "$last"; }\n';
    const done = execFileSync('sh', ['-euc', tools + loop.replaceAll('/etc/site', directory.path)], { encoding: 'utf8' });
    await directory.remove();
    expect(done.trim().split('\n')).toEqual(
      replicas.flatMap((replica, index) => [`restart site@${replica}`, `http://127.0.0.1:${8100 + index}/readyz`]),
    );
  });

  it.each(['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'PrivateTmp=yes', 'ProtectHome=yes', 'User=site'])(
    'runs its processes with %s',
    (line) => {
      expect(unit.split('\n')).toContain(line);
    },
  );
});
