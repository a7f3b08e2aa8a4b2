/** One request to a webhook. */
import { type ClientRequest, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { withTimeLimit } from '@site/platform/time-limit';
import type { AddressPolicy } from './address-policy';

/** How long a receiver may take to answer. */
const TIMEOUT_MS = 15_000;
/** How much of an answer is read and kept. */
const ANSWER_BYTES = 1_000;

export interface Outcome {
  /** Of the answer; null if there was none. */
  status: number | null;
  durationMs: number;
  /** Its beginning, at most 1,000 bytes. */
  answer: string | null;
  /** Why there was no answer: a code such as `ECONNREFUSED`, `TIMEOUT` or `PRIVATE_ADDRESS`. */
  error: string | null;
}

export interface Post {
  address: string;
  headers: Record<string, string>;
  /** JSON. */
  body: string;
  /** Aborts when nobody waits for the answer any more. */
  stopping: AbortSignal;
}

/** Follows no redirect, and reads no more of the answer than its beginning. Never throws. */
export async function post({ address, headers, body, stopping }: Post, policy: AddressPolicy): Promise<Outcome> {
  const began = performance.now();
  const outcome = (found: Pick<Outcome, 'status' | 'answer' | 'error'>): Outcome => ({
    ...found,
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const url = new URL(address);
    policy.assertForm(url);
    return await withTimeLimit(TIMEOUT_MS, [stopping], async (signal) => {
      const response = await send(url, headers, body, policy, signal);
      return outcome({ status: response.statusCode ?? null, answer: await beginningOf(response), error: null });
    });
  } catch (error) {
    return outcome({ status: null, answer: null, error: codeOf(error) });
  }
}

function send(url: URL, headers: Record<string, string>, body: string, policy: AddressPolicy, signal: AbortSignal) {
  const request: (...args: Parameters<typeof requestByHttps>) => ClientRequest = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      lookup: policy.lookupFor(url),
      signal,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    sent.once('response', resolve);
    // 101 is an answer too; no other protocol is spoken.
    sent.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    sent.once('error', reject);
    sent.once('close', () => reject(new Error('The request ended without an answer.')));
    sent.end(body);
  });
}

/** Whether the receiver has taken the message is said by the status: what follows may break off. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= ANSWER_BYTES) break;
    }
  } catch {
    // What came until then is kept.
  } finally {
    response.destroy();
  }
  // PostgreSQL keeps no NUL in a text.
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '\ufffd');
}

/** Never the message of an error, which may name the address. */
function codeOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') return 'TIMEOUT';
  return typeof code === 'string' ? code : 'UNKNOWN';
}
