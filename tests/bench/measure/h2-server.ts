/**
 * HTTP/2 in front of every variant, so that all are measured over the same protocol: static folders for the comparison builds, a proxy for
 * the running site.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2SecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { generate } from 'selfsigned';

export type Handler = (req: Http2ServerRequest, res: Http2ServerResponse) => void;

export interface BenchServer {
  origin: string;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml' };
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });

/** What makes Chromium trust the certificate. Told to overlook it instead, it would keep nothing in its cache. */
export const TRUST_SERVERS = `--ignore-certificate-errors-spki-list=${createHash('sha256')
  .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64')}`;

export async function listen(handler: Handler): Promise<BenchServer> {
  const server: Http2SecureServer = createSecureServer({ key, cert }, handler);
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}

/** A text that browsers keep and ask for again each time. */
export interface Text {
  type: string;
  body: string;
  /** Sent with it, beside what browsers need in order to keep it. */
  headers?: Readonly<Record<string, string>>;
}

export const html = (body: string, headers: Text['headers'] = {}): Text => ({ type: 'text/html; charset=utf-8', body, headers });
export const json = (value: unknown): Text => ({ type: 'application/json', body: JSON.stringify(value) });

export interface StaticSite {
  /** Folders by path prefix, tried in order: `{ '/mf-a/': '<folder>', '/': '<folder>' }`. */
  folders: Record<string, string>;
  /** Answers by path. */
  texts: Record<string, Text>;
  /** What is answered for every other path without an extension; 404 without it. */
  otherwise?: Text;
}

/** Serves builds as a careful host would: hashed files for ever, texts with a tag, all as small as brotli makes them. */
export function staticHandler({ folders, texts, otherwise }: StaticSite): Handler {
  const prepared = new Map([...Object.values(texts), ...(otherwise ? [otherwise] : [])].map((text) => [text, prepare(text)]));
  return (req, res) => {
    const path = new URL(req.url, 'https://localhost').pathname;
    if (path === '/favicon.ico') {
      res.writeHead(204);
      return void res.end();
    }
    const text = texts[path] ?? (extname(path) === '' ? otherwise : undefined);
    if (text) return sendText(req, res, prepared.get(text)!);
    const prefix = Object.keys(folders).find((candidate) => path.startsWith(candidate));
    const file = prefix && join(folders[prefix] ?? '', normalize(path.slice(prefix.length)));
    if (!file || !existsSync(file) || path.endsWith('/')) {
      res.writeHead(404, { 'content-type': 'text/plain' });
      return void res.end();
    }
    const compressed = existsSync(`${file}.br`);
    res.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': /\.[0-9a-f]{8}\.\w+$/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(compressed ? { 'content-encoding': 'br' } : {}),
    });
    res.end(readFileSync(compressed ? `${file}.br` : file));
  };
}

interface PreparedText {
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  tag: string;
}

function prepare({ type, body, headers }: Text): PreparedText {
  const bytes = brotliCompressSync(body);
  return {
    headers: { ...headers, 'content-type': type },
    bytes,
    tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
  };
}

function sendText(req: Http2ServerRequest, res: Http2ServerResponse, { headers, bytes, tag }: PreparedText): void {
  const kept = { 'cache-control': 'no-cache', etag: tag };
  if (req.headers['if-none-match'] === tag) {
    res.writeHead(304, kept);
    return void res.end();
  }
  res.writeHead(200, { ...headers, ...kept, 'content-encoding': 'br' });
  res.end(bytes);
}

/** A variant whose pages make their calls to the running site. */
export function withCallsTo(site: string, handler: Handler): Handler {
  const call = proxyHandler(site);
  return (req, res) => (req.url.startsWith('/api/') ? call : handler)(req, res);
}

/** Passes requests on to the running site. */
export function proxyHandler(target: string): Handler {
  return (req, res) => {
    const headers = Object.fromEntries(Object.entries(req.headers).filter(([name]) => !name.startsWith(':')));
    const upstream = request(target + req.url, { method: req.method, headers: { ...headers, host: new URL(target).host } }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      res.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(res);
    });
    upstream.on('error', () => {
      if (!res.headersSent) res.writeHead(502);
      res.end();
    });
    req.pipe(upstream);
  };
}
