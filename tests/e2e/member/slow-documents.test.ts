import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from './member';

/** The site, over a connection that halts within each document until it is told to go on. */
async function slowSite(
  origin: string,
  placeOfHalt: (html: string) => number,
): Promise<{ address: string; goOn(): void; close(): Promise<void> }> {
  let goOn = (): void => undefined;
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: new URL(origin).host, 'accept-encoding': 'identity' };
    const onward = request(origin + incoming.url, { method: incoming.method, headers }, (answer) => {
      void buffer(answer).then(async (body) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        if (!answer.headers['content-type']?.startsWith('text/html')) return outgoing.end(body);
        const halt = placeOfHalt(body.toString('latin1'));
        const told = new Promise<void>((resolve) => (goOn = resolve));
        outgoing.write(body.subarray(0, halt));
        await told;
        return outgoing.end(body.subarray(halt));
      });
    });
    incoming.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    goOn: () => goOn(),
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

/** Runs in the page. The second frame comes when the first is painted. */
async function untilPainted(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
}

for (const [place, placeOfHalt, last] of [
  ['within the navigation', firstLink, 'nav[aria-label=Main] a'],
  ['within the page', middleOfPage, 'main'],
] as const) {
  test(`a document that halts ${place} on its way moves nothing once the rest is there`, async ({ page, baseURL }) => {
    const { address, goOn, close } = await slowSite(baseURL, placeOfHalt);
    try {
      for (const path of ['/practice', '/signin']) {
        await page.goto(address + path, { waitUntil: 'commit' });
        await page.locator(last).first().waitFor({ state: 'attached' });
        await page.evaluate(untilPainted);
        await expect(page.getByRole('contentinfo')).toHaveCount(0);
        goOn();
        await expect(page.getByRole('contentinfo')).toBeVisible();
      }
    } finally {
      await page.close();
      await close();
    }
  });
}
