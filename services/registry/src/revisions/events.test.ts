import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { promote, publish, startTestRegistry, type TestRegistry } from '../testing';

let registry: TestRegistry;
let address: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  address = await registry.server.listen({ host: '127.0.0.1', port: 0 });
  await publish(registry, { name: 'shell', version: '1.0.0' });
  await publish(registry, { name: 'shell', version: '1.0.1' });
});
afterAll(() => registry.stop());

const open = (token = registry.tokens.edge, signal?: AbortSignal) =>
  fetch(`${address}/registry/v1/environments/production/events`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });

/** Numbers told by the stream, until it ends. */
async function* numbers(): AsyncGenerator<number> {
  const answer = await open();
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data) yield (JSON.parse(data) as { number: number }).number;
    }
  }
}

it('is for holders of any token', async () => {
  const { edge, promote: promoter } = registry.tokens;
  const ends = new AbortController();
  const answers = await Promise.all(['none', edge, promoter].map((token) => open(token, ends.signal)));
  ends.abort();
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 200]);
});

it('refuses a stream while 200 are open, and takes one when another has ended', async () => {
  const ends = Array.from({ length: 200 }, () => new AbortController());
  const taken = await Promise.all(ends.map(({ signal }) => untilTaken(signal)));
  expect(taken).toEqual(ends.map(() => 200));
  const refused = await open();
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'service-unavailable']);
  for (const end of ends) end.abort();
  const last = new AbortController();
  await expect(untilTaken(last.signal)).resolves.toBe(200);
  last.abort();
});

/** The server notices the end of a stream a moment later. */
async function untilTaken(signal: AbortSignal): Promise<number> {
  for (;;) {
    const answer = await open(undefined, signal);
    if (answer.status === 200) return answer.status;
    await answer.text();
  }
}

it('tells the live revision at once and at each change, and ends when the server drains', async () => {
  const [one, two] = [numbers(), numbers()];
  expect([(await one.next()).value, (await two.next()).value]).toEqual([0, 0]);
  await promote(registry, 0, 'shell@1.0.0');
  expect([(await one.next()).value, (await two.next()).value]).toEqual([1, 1]);
  await promote(registry, 1, 'shell@1.0.1');
  expect([(await one.next()).value, (await two.next()).value]).toEqual([2, 2]);

  const late = numbers();
  expect((await late.next()).value).toBe(2);

  await registry.server.close();
  expect([(await one.next()).done, (await two.next()).done, (await late.next()).done]).toEqual([true, true, true]);
});
