import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROLES, parseServerConfig } from '@site/server/config';

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const compose = read('docker-compose.yml');
const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    read(file)
      .split('\n')
      .map((line) => /^(?:# )?([A-Z_]+)=(.*)$/.exec(line))
      .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])),
  );
const example = settingsIn('deploy/env/site.env.example');
const secret = 'a secret of at least thirty-two characters';

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
    const commands = lines.filter((line) => /^ *docker compose .*\bup\b.* --no-deps /.test(line));
    const named = commands.flatMap((line) => line.split(' --no-deps ')[1]?.split(' ') ?? []);
    expect(named.sort()).toEqual(ROLES.flatMap((role) => [`${role}-a`, `${role}-b`]).sort());
    for (const role of ROLES) expect(commands.filter((line) => line.includes(`${role}-a`) && line.includes(`${role}-b`))).toEqual([]);
  });

  it('starts a new process before it ends the old one, where that is decided by the file, and gives a stop the time that it takes', () => {
    expect(templateOf('all')).toContain('order: start-first');
    const [, grace = ''] = /stop_grace_period: (\d+)s/.exec(templateOf('all')) ?? [];
    const { lingerMs, drainTimeoutMs } = parseServerConfig({ ...example, NODE_ENV: 'production', ROLES: 'edge' });
    expect(Number(grace) * 1000).toBeGreaterThan(lingerMs + drainTimeoutMs);
  });

  it('calls an edge healthy before the first promotion, which needs a started site', () => {
    expect(templateOf('edge')).toContain('/healthz');
    expect(templateOf('all')).toContain('/readyz');
  });

  it.each(ROLES)('has settings that %s accepts in production', (role) => {
    const env = { ...example, NODE_ENV: 'production', HOST: '0.0.0.0', ROLES: role, BOT_CHECK_SECRET: secret, IDENTITY_SECRET: secret };
    const config = parseServerConfig(env);
    expect(config).toMatchObject({ production: true, publicOrigin: 'https://www.example.com', databaseUrl: example.DATABASE_URL });
    expect([...config.roles]).toEqual([role]);
  });

  it('commits no secret', () => {
    const secrets = Object.entries(example).filter(([name]) => /SECRET|ACCESS_KEY/.test(name));
    expect(secrets.filter(([, value]) => value !== '')).toEqual([]);
    expect(compose).not.toMatch(/PASSWORD(?!_FILE)/);
  });
});

describe('the production shape without containers', () => {
  const unit = read('deploy/native/systemd/site@.service');
  const ofUnit = Object.fromEntries(
    [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' ').map((one) => one.split('='))),
  );
  const nativeSettings = (role: string): Record<string, string> => ({
    ...settingsIn('deploy/native/env/site.env.example'),
    ...settingsIn(`deploy/native/env/${role}.env.example`),
    ...(ofUnit as Record<string, string>),
  });
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

  it('gives each role the secrets that are its own', () => {
    const secretsOf = (role: string) =>
      Object.keys(nativeSettings(role))
        .filter((name) => /_SECRET$|^DATABASE_URL$|^SIGNING_KEY_FILE$|^SMTP_URL$/.test(name))
        .sort();
    expect(Object.fromEntries(ROLES.map((role) => [role, secretsOf(role)]))).toEqual({
      registry: ['DATABASE_URL', 'SIGNING_KEY_FILE'],
      api: ['BOT_CHECK_SECRET', 'DATABASE_URL', 'IDENTITY_SECRET', 'SMTP_URL'],
      identity: ['DATABASE_URL', 'IDENTITY_SECRET', 'SMTP_URL'],
      edge: [],
    });
  });

  it.each(['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'PrivateTmp=yes', 'ProtectHome=yes', 'User=site'])(
    'runs its processes with %s',
    (line) => {
      expect(unit.split('\n')).toContain(line);
    },
  );
});
