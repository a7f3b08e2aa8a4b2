/** `kill -9` in mid-write, `KILL_RUNS` times (default 2): what was acknowledged is there after the restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAltchaCheck } from '@site/api/bot-check/altcha-check';
import { solve } from '@site/api/testing/solve';
import { createTestIdentity, newSigningKey } from '@site/api/testing/test-identity';
import { openDatabase } from '@site/platform/database';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { sql } from 'drizzle-orm';

const RUNS = Number(process.env.KILL_RUNS ?? 2);
/** Only so that a server that hangs ends the test. */
const HANGS_AFTER_MS = 125_000;

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let authorization: string;
let keyFile: string;
let running: ChildProcess | undefined;
beforeAll(async () => {
  directory = await createTestDirectory();
  await layEmptyDatabase(join(directory.path, 'data'));
  const key = await newSigningKey();
  keyFile = join(directory.path, 'key.pem');
  await writeFile(keyFile, key);
  const identity = await createTestIdentity(key);
  authorization = `Bearer ${await identity.tokenFor('ada', { lifeSeconds: 24 * 3600 })}`;
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await directory.remove();
});

const RUN = join(import.meta.dirname, '../../tools/program/bin/run.mjs');

async function start(): Promise<string> {
  const script = join(import.meta.dirname, 'serve-api.ts');
  const child = spawn(process.execPath, ['--liftoff-only', RUN, script, join(directory.path, 'data'), keyFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  running = child;
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the API ended before it listened');
}

const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/** Four writers at once, until the server dies. It is killed as one of them sends, after some writes were acknowledged. */
async function writeUntilKilled(base: string, run: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let killing: Promise<void> | undefined;
  const write = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const description = `${run}-${writer}-${count}`;
      const sent = fetch(`${base}/api/demos/player`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ demo_kind_id: 1, url: 'https://example.com', description }),
      }).catch(() => null);
      if (acknowledged.length > run % 7 && writer === run % 4) killing ??= killed(running as ChildProcess);
      const response = await sent;
      if (!response) return;
      expect(response.status).toBe(200);
      acknowledged.push(description);
    }
  };
  await Promise.all([0, 1, 2, 3].map(write));
  await killing;
  return acknowledged;
}

async function sendContact(base: string): Promise<void> {
  const altcha = createAltchaCheck({ secret: 'a secret that survives the process', maxWork: 5, lifeSeconds: 600 });
  const challenge = await altcha.createChallenge('contact');
  if (!challenge) throw new Error('there is no challenge');
  const recaptchaToken = await solve(challenge);
  const body = { goal: 'other', name: 'Ada', email: 'ada@example.com', phone: '+12345678901', message: 'Kept?', recaptchaToken };
  const response = await fetch(`${base}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

describe('a server that is killed in mid-write', () => {
  it(
    'is ready again, and has lost nothing that it acknowledged, nor a mail of it',
    async () => {
      const base = await start();
      await killed(running as ChildProcess);
      expect(base).toMatch(/^http/);
      const database = await openDatabase({ dataDir: join(directory.path, 'data') });
      await database.db.execute(sql`insert into api.demo_kind (id, name, description) values (1, 'Kind', 'Of demo')`);
      await database.close();

      const acknowledged: string[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const address = await start();
        // A check that takes longer than two seconds fails, and the next one may not.
        while ((await fetch(`${address}/readyz`)).status !== 200);
        await sendContact(address);
        acknowledged.push(...(await writeUntilKilled(address, run)));
      }

      const after = await openDatabase({ dataDir: join(directory.path, 'data') });
      const { rows } = await after.db.execute<{ description: string }>(sql`select description from api.player_demo`);
      const { rows: messages } = await after.db.execute(sql`select 1 from api.contact_message`);
      const { rows: mails } = await after.db.execute(sql`select 1 from platform.outbox`);
      await after.close();
      const kept = new Set(rows.map(({ description }) => description));
      expect(acknowledged.length).toBeGreaterThanOrEqual(RUNS);
      expect(acknowledged.filter((description) => !kept.has(description))).toEqual([]);
      expect([messages.length, mails.length]).toEqual([RUNS, RUNS * 2]);
    },
    RUNS * HANGS_AFTER_MS,
  );
});
