/** Shows the mails that were written to files, for development. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { platformError } from './errors';
import { escapeHtml } from './html';
import { type Mail, mailFolder } from './mail';

type StoredMail = Mail & { id: string; date: string };

const NEWEST = 200;
const idParams = z.object({ id: z.uuid() });

/** Mount it with the prefix `/_dev/mail`, and never in production: it shows everybody's mail. */
export const mailViewer: FastifyPluginAsyncZod<{ dataDir: string }> = async (fastify, { dataDir }) => {
  const folder = mailFolder(dataDir);

  fastify.addHook('onRequest', async (_request, reply) => {
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'",
    );
    reply.header('cache-control', 'no-store');
  });

  fastify.get('/', async (_request, reply) => {
    const mails = await readMails(folder);
    const rows = mails.map(
      (mail) =>
        `<tr><td>${escapeHtml(mail.date)}</td><td>${escapeHtml(mail.to)}</td><td><a href="${fastify.prefix}/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
    );
    const table = `<table><thead><tr><th>Queued</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
    return reply.type('text/html; charset=utf-8').send(page('Mail', mails.length > 0 ? table : '<p>No mail yet.</p>'));
  });

  fastify.get('/:id', { schema: { params: idParams } }, async ({ params }, reply) => {
    const mail = await readMail(folder, params.id);
    if (!mail) throw platformError('not-found');
    const html = mail.html ? `<h2>As HTML</h2><iframe title="The mail as HTML" sandbox srcdoc="${escapeHtml(mail.html)}"></iframe>` : '';
    const head = `<p><a href="${fastify.prefix}/">All mail</a> · <a href="${fastify.prefix}/${mail.id}/source">Source</a></p><p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.date)}</p>`;
    return reply.type('text/html; charset=utf-8').send(page(mail.subject, `${head}<pre>${withLinks(mail.text)}</pre>${html}`));
  });

  fastify.get('/:id/source', { schema: { params: idParams } }, async ({ params }, reply) => {
    const source = await readFile(join(folder, `${params.id}.eml`)).catch(() => null);
    if (!source) throw platformError('not-found');
    return reply.type('text/plain; charset=utf-8').send(source);
  });
};

async function readMails(folder: string): Promise<StoredMail[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'));
  const mails = await Promise.all(files.map((file) => readMail(folder, file.slice(0, -'.json'.length))));
  return mails
    .filter((mail) => mail !== null)
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, NEWEST);
}

/** @returns Null where there is none: it may have been deleted since it was listed. */
async function readMail(folder: string, id: string): Promise<StoredMail | null> {
  const content = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => null);
  if (content === null) return null;
  return { ...(JSON.parse(content) as Omit<StoredMail, 'id'>), id };
}

/** What stands around an address, or ends its sentence, is no part of it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/;

const withLinks = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`))
    .join('');

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a202c}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #e2e8f0}
pre{white-space:pre-wrap;background:#f7fafc;padding:1rem}iframe{width:100%;height:40rem;border:1px solid #e2e8f0}`;

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
