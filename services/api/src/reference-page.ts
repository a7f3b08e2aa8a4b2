/** The reference of the API as one page without scripts, for development. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { escapeHtml } from '@site/platform/html';
import type { ApiServer } from './api-server';
import { PAGE_STYLE, sendPage } from './html';

export function addReferencePage(app: ApiServer): void {
  app.get('/reference', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, referencePage(app.swagger() as OpenAPIV3_1.Document)),
  );
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

function referencePage({ info, paths = {} }: OpenAPIV3_1.Document): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item?.[method] ? [{ path, method, operation: item[method] }] : [])),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'Other'))];
  const section = (tag: string) =>
    `<h2>${escapeHtml(tag)}</h2>${operations
      .filter(({ operation }) => (operation.tags?.[0] ?? 'Other') === tag)
      .map(operationDetails)
      .join('')}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description ?? '')}</p>
${tags.map(section).join('\n')}
</main>
</html>
`;
}

function operationDetails({ path, method, operation }: { path: string; method: string; operation: OpenAPIV3_1.OperationObject }): string {
  const access = operation.security?.length ? 'bearer token' : 'public';
  const parts = {
    Parameters: operation.parameters,
    Body: operation.requestBody,
    ...Object.fromEntries(Object.entries(operation.responses ?? {}).map(([status, response]) => [`Answer ${status}`, response])),
  };
  const blocks = Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<h4>${escapeHtml(name)}</h4><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`);
  const title = `<code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')} (${access})`;
  return `<details><summary>${title}</summary>${blocks.join('')}</details>`;
}
