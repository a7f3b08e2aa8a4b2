/** The repository's own ESLint plugin: one rule, `site/boundaries`. */
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

export default { meta: { name: 'site' }, rules: { boundaries } };
