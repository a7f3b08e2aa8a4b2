/** The repository's own ESLint plugin: one rule, `site/boundaries`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, workspaces } from '../workspaces.mjs';
import { judge } from './boundaries.mjs';

const folders = workspaces();

const boundaries = {
  meta: {
    type: 'problem',
    docs: { description: 'Refuses imports that docs/architecture.md does not allow.' },
    schema: [],
    messages: { package: '{{message}}', feature: '{{message}}', npm: '{{message}}' },
  },
  create(context) {
    const file = path.relative(root, context.filename).replaceAll(path.sep, '/');
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

/** ESLint's cache forgets what it knows when the version of a plugin changes: this one changes with what the rule goes by. */
const sources = ['plugin.mjs', 'boundaries.mjs'].map((file) => readFileSync(new URL(file, import.meta.url)));
const version = createHash('sha256')
  .update(Buffer.concat(sources))
  .update(JSON.stringify([...folders]))
  .digest('hex');

export default { meta: { name: 'site', version }, rules: { boundaries } };
