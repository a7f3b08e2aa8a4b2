/** The stream with which the registry tells of changes, for as long as a page follows it. */
import { serverSentEvents } from '@site/release-model/server-sent-events';
import { inside } from './endpoint';
import { sendToRegistry } from './registry-query';

/** `connecting` at first, `live` while changes arrive as they happen, `lost` between two attempts. */
export type Connection = 'connecting' | 'live' | 'lost';

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

interface Follower {
  onConnection: (connection: Connection) => void;
  /** A `revision` became live, or something else has changed that is to be asked for again. After a loss, what was missed is told as a revision. */
  onEvent: (event: string) => void;
}

/** Follows an environment until the signal. A stream that ends is opened again, at once when the browser is back online. */
export async function followEvents(environment: string, { onConnection, onEvent }: Follower, signal: AbortSignal): Promise<void> {
  for (let losses = 0; !signal.aborted; losses += 1) {
    try {
      const response = await sendToRegistry({ path: inside(environment, '/events') }, signal);
      if (response.ok && response.body) {
        onConnection('live');
        losses = 0;
        for await (const { event } of serverSentEvents(chunksOf(response.body))) onEvent(event);
      }
    } catch {
      // Whatever ended the stream, it is tried again below.
    }
    if (signal.aborted) return;
    onConnection('lost');
    await pause(Math.min(SHORTEST_PAUSE_MS * 2 ** losses, LONGEST_PAUSE_MS), signal);
  }
}

/** Not every browser can iterate a stream by itself. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Ends early with the signal, and when the browser is back online. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
