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

describe('the production shape', () => {
  it('runs every role', () => {
    const roles = [...compose.matchAll(/ROLES: (\w+)/g)].map((match) => match[1]);
    expect(roles.sort()).toEqual([...ROLES].sort());
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
