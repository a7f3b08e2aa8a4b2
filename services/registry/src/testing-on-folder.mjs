/**
 * For tests only: a registry on the data in a folder, as a process that a test can kill. Argument: the folder. `DATABASE_URL` names a server in
 * place of the embedded database. Prints one line of JSON, `{ address, tokens }`.
 */
import { readFile } from 'node:fs/promises';
import { openDatabase } from '@site/platform/database';
import { openStorage } from '@site/platform/storage';
import { createTestServer } from '@site/platform/testing/test-server';
import { readSigningKey } from '@site/release-model/envelope';
import { ensureTokens } from './ensure-tokens';
import { registryPlugin } from './plugin';
import { testParams } from './testing';

const [dataDir = ''] = process.argv.slice(2);
const signingKey = readSigningKey(await readFile(`${dataDir}/key.pem`, 'utf8'));
const database = await openDatabase({ url: process.env.DATABASE_URL, dataDir });
const storage = await openStorage({ dir: `${dataDir}/files` });
const server = createTestServer();
const params = { defaults: testParams, file: `${dataDir}/params.json` };
await server.register(registryPlugin, { prefix: '/registry', database, storage, signingKey, params, dataDir });
const address = await server.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ address, tokens: await ensureTokens({ database, dataDir }) }));
