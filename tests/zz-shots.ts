import { mkdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { startBenchSite } from './bench/measure/bench-site';
const out = process.argv[2]!;
mkdirSync(out, { recursive: true });
const site = await startBenchSite();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const route of ['/', '/draft', '/practice', '/signin', '/signup', '/elevate', '/contact', '/intro', '/playbooks', '/terms', '/card', '/nope']) {
    const html = await (await fetch(site.origin + route)).text();
    const name = route === '/' ? 'home' : route.slice(1);
    writeFileSync(`${out}/${name}.html`, html);
    for (const width of [360, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: width === 360 ? 740 : 800 }, reducedMotion: 'reduce' });
      let bytes = 0, count = 0;
      page.on('response', async (r) => { if (r.url().endsWith('.js')) { count++; } });
      const cdp = await page.context().newCDPSession(page); await cdp.send('Network.enable');
      const js = new Set<string>();
      cdp.on('Network.responseReceived', ({ requestId, response }) => { if (response.url.endsWith('.js')) js.add(requestId); });
      cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => { if (js.has(requestId)) bytes += encodedDataLength; });
      const logs: string[] = [];
      page.on('console', (m) => logs.push(m.text()));
      page.on('pageerror', (e) => logs.push(String(e)));
      await page.goto(site.origin + route, { waitUntil: 'networkidle' });
      await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage: true });
      console.log(route, width, 'document', brotliCompressSync(html).length, 'scripts', bytes, js.size, logs.slice(0, 3).join(' | '));
      await page.close();
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
process.exit(0);
