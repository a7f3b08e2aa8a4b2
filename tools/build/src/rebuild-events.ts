/** Events of a development server, by which pages that show its part through a preview learn that it was rebuilt. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The same as at the site: see services/edge/src/development. */
export const REBUILD_EVENTS = '/_dev/events';

export class RebuildEvents {
  readonly #pages = new Set<ServerResponse>();
  #build: string | null = null;

  /** Keeps the answer open until the page leaves. */
  readonly answer = (_request: IncomingMessage, response: ServerResponse): void => {
    // The development server would compress it otherwise, and hold it back until there is enough.
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' }).write(': open\n\n');
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
  };

  /** @param build Identity of the build. The same one again, and the first, are told to nobody. */
  announce(name: string, build: string): void {
    const isNew = this.#build !== null && this.#build !== build;
    this.#build = build;
    if (!isNew) return;
    for (const page of this.#pages) page.write(`event: change\ndata: ${JSON.stringify({ name })}\n\n`);
  }
}
