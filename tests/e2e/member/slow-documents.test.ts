import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from './member';

/** Long enough for a browser to paint what it has. */
const PAUSE_MS = 500;

/** The site, over a connection that halts within each document. */
async function slowSite(origin: string, placeOfHalt: (html: string) => number): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: new URL(origin).host, 'accept-encoding': 'identity' };
    const onward = request(origin + incoming.url, { method: incoming.method, headers }, (answer) => {
      void buffer(answer).then(async (body) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        if (!answer.headers['content-type']?.startsWith('text/html')) return outgoing.end(body);
        const halt = placeOfHalt(body.toString('latin1'));
        outgoing.write(body.subarray(0, halt));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        return outgoing.end(body.subarray(halt));
      });
    });
    incoming.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const firstLink = (html: string): number => html.indexOf('>', html.indexOf('<a', html.indexOf('aria-label="Main"'))) + 1;
const middleOfPage = (html: string): number => (html.indexOf('<main') + html.indexOf('</main')) >> 1;

for (const [place, placeOfHalt] of [
  ['within the navigation', firstLink],
  ['within the page', middleOfPage],
] as const) {
  test(`a document that halts ${place} on its way moves nothing once the rest is there`, async ({ page, baseURL }) => {
    const { address, close } = await slowSite(baseURL, placeOfHalt);
    try {
      for (const path of ['/practice', '/signin']) {
        await page.goto(address + path);
        await expect(page.getByRole('contentinfo')).toBeVisible();
      }
    } finally {
      await page.close();
      await close();
    }
  });
}
