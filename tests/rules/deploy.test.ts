import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROLES, parseServerConfig } from '@site/server/config';

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const compose = read('docker-compose.yml');
const example = Object.fromEntries(
  read('deploy/env/site.env.example')
    .split('\n')
    .map((line) => /^(?:# )?([A-Z_]+)=(.*)$/.exec(line))
    .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])),
);
const secret = 'a secret of at least thirty-two characters';

/** What services of a kind have in common: the top-level property `x-<kind>`. */
const templateOf = (kind: string): string => new RegExp(`^x-${kind}: [^]*?(?=^\\S)`, 'm').exec(compose)?.[0] ?? '';

describe('the production shape', () => {
  it('runs every role', () => {
    const roles = [...compose.matchAll(/ROLES: (\w+)/g)].map((match) => match[1]);
    expect(roles.sort()).toEqual([...ROLES].sort());
  });

  it.each(['api', 'edge'])('has two replicas of %s that can be replaced one after the other, under one name for the proxy', (role) => {
    for (const replica of ['a', 'b']) expect(compose).toContain(`\n  ${role}-${replica}:\n    <<: *${role}\n`);
    expect(templateOf(role)).toContain(`aliases:\n        - ${role}\n`);
    expect(read('deploy/nginx.conf')).toContain(`server ${role}:8080 resolve`);
    // Compose replaces these together.
    expect(compose).not.toContain('replicas:');
  });

  it('never names both replicas of a role in one command of a runbook', () => {
    const lines = ['deploy', 'people', 'registry-or-database-down', 'a-release-is-bad', 'back-up-and-restore'].flatMap((name) =>
      read(`docs/runbooks/${name}.md`).split('\n'),
    );
    const commands = lines.filter((line) => /^ *docker compose .*\bup\b.* --no-deps /.test(line));
    const named = commands.flatMap((line) => line.split(' --no-deps ')[1]?.split(' ') ?? []);
    expect(named.sort()).toEqual(['api-a', 'api-b', 'edge-a', 'edge-b', 'identity', 'registry']);
    for (const role of ['api', 'edge'])
      expect(commands.filter((line) => line.includes(`${role}-a`) && line.includes(`${role}-b`))).toEqual([]);
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
