/** The repository's own ESLint plugin: `site/boundaries` and `site/addresses`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, workspaces } from '../workspaces.mjs';
import { knownSegments, mustUseTable, repeatsAddress } from './addresses.mjs';
import { judge } from './boundaries.mjs';

const folders = workspaces();
const fileOf = ({ filename }) => path.relative(root, filename).replaceAll(path.sep, '/');

const boundaries = {
  meta: {
    type: 'problem',
    docs: { description: 'Refuses imports that docs/architecture.md does not allow.' },
    schema: [],
    messages: { package: '{{message}}', feature: '{{message}}', npm: '{{message}}' },
  },
  create(context) {
    const file = fileOf(context);
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const refusal = judge(folders, file, source.value);
      if (refusal) context.report({ node: source, messageId: refusal.rule, data: { message: refusal.message } });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      TSImportType: (node) => check(node.source),
      'CallExpression[callee.name="require"]': (node) => check(node.arguments[0]),
    };
  },
};

const addresses = {
  meta: {
    type: 'problem',
    docs: { description: 'Refuses texts that repeat an address of the table in shared/contracts/src/paths.ts.' },
    schema: [],
    messages: { repeated: "This address stands in the table: import * as paths from '@site/contracts/paths'." },
  },
  create(context) {
    if (!mustUseTable(fileOf(context))) return {};
    const check = (node, text) => {
      if (repeatsAddress(text)) context.report({ node, messageId: 'repeated' });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis[0].value.raw),
    };
  },
};

/** ESLint's cache forgets what it knows when the version of a plugin changes: this one changes with what its rules go by. */
const sources = ['plugin.mjs', 'addresses.mjs', 'boundaries.mjs'].map((file) => readFileSync(new URL(file, import.meta.url)));
const version = createHash('sha256')
  .update(Buffer.concat(sources))
  .update(JSON.stringify([...folders, ...knownSegments]))
  .digest('hex');

export default { meta: { name: 'site', version }, rules: { boundaries, addresses } };
