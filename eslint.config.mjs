import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import site from './scripts/lint/plugin.mjs';

const TYPESCRIPT = ['**/*.{ts,tsx}'];
const BROWSER = ['{shell,mf-*}/**/*.{ts,tsx}', 'shared/{ui,session,router,api-client}/**/*.{ts,tsx}'];
const TESTS = ['**/*.test.{ts,tsx}', 'tests/**'];
const DEFAULT_EXPORTS = [
  '**/*-page.tsx',
  '**/*.config.{ts,mjs,cjs}',
  '**/*.stories.tsx',
  '**/*.d.ts',
  'scripts/{lint/plugin,jest/asset-url,jest/bundle-libraries,jest/bundle-service-libraries,jest/node-environment}.mjs',
  'tests/e2e/start-site.ts',
  'tests/e2e/releases/plain-remote/hello-page.js',
  'tests/coverage/{jest,playwright}-reporter.mjs',
];

const NO_ENUMS = { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' };
const NO_LOST_TIMEOUT = {
  selector:
    'CallExpression[callee.object.name="AbortSignal"][callee.property.name="any"] CallExpression[callee.object.name="AbortSignal"][callee.property.name="timeout"]',
  message: 'Nothing holds this timeout, so Node may collect it as garbage: use withTimeLimit of @site/platform/time-limit.',
};
const NO_LOST_FOCUS = {
  selector: 'JSXOpeningElement[name.name=/Button$/] > JSXAttribute[name.name=/^(disabled|loading)$/]',
  message: 'A button that is disabled under the finger loses the focus: use aria-disabled, and let its handler do nothing meanwhile.',
};
const NO_FOCUS = [
  {
    selector: 'MemberExpression:matches([property.name="only"], [property.value="only"])',
    message: 'The other tests would not run: take .only away.',
  },
  { selector: 'CallExpression[callee.name=/^(fit|fdescribe)$/]', message: 'The other tests would not run: write it or describe.' },
];

export default tseslint.config(
  { ignores: ['**/dist/', '**/.data/', '**/.data.*/', '**/.nx/', '**/.cache/', 'coverage/', '**/test-results/', 'screenshots/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  comments.recommended,
  {
    plugins: { site, 'import-x': importX },
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: globals.node },
    rules: {
      'site/boundaries': 'error',
      'site/addresses': 'error',
      eqeqeq: ['error', 'always'],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', NO_ENUMS, NO_LOST_TIMEOUT],
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/order': [
        'error',
        {
          groups: ['builtin', ['external', 'internal', 'unknown'], 'parent', ['sibling', 'index']],
          'newlines-between': 'never',
        },
      ],
      '@eslint-community/eslint-comments/require-description': ['error', { ignore: ['eslint-enable'] }],
      '@eslint-community/eslint-comments/disable-enable-pair': ['error', { allowWholeFile: true }],
    },
  },
  { files: DEFAULT_EXPORTS, rules: { 'import-x/no-default-export': 'off' } },

  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 8 }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },

  {
    files: BROWSER,
    extends: [reactHooks.configs.flat['recommended-latest'], jsxA11y.flatConfigs.recommended],
    languageOptions: { globals: globals.browser },
    rules: { 'no-console': 'error', 'no-restricted-syntax': ['error', NO_ENUMS, NO_LOST_FOCUS] },
  },
  // Served to browsers as it is.
  { files: ['services/identity/src/hosted/pages/*.mjs'], languageOptions: { globals: globals.browser } },
  {
    files: TESTS,
    rules: {
      // A test that has just asserted that a value is there may use it.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'off',
      'no-restricted-syntax': ['error', NO_ENUMS, NO_LOST_TIMEOUT, ...NO_FOCUS],
    },
  },
  prettier,
);
