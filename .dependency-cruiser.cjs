/** The shape of the import graph after resolution. Who may import whom by name is the business of ESLint (`scripts/lint`). */
const TESTS = '\\.(test|bench)\\.tsx?$|\\.stories\\.tsx$|^tests/';

/** Files that something other than an import starts or reads: commands, configurations, pages that a remote exposes, servers. */
const ENTRIES = [
  '\\.d\\.m?ts$',
  '(^|/)[^/]+\\.config\\.(ts|mjs|cjs)$',
  '(^|/)\\.[^/]+$',
  '-page\\.tsx$',
  '/bin/',
  '-loader\\.cjs$',
  '^shell/src/federation/runtime-core\\.ts$',
  // In the places of modules of libraries, by the bundler.
  '^tools/build/src/runtime/',
  '^shared/ui/src/substitutes/',
  // Sent to browsers as it is.
  '^services/identity/src/hosted/pages/passkeys\\.mjs$',
  '^scripts/',
  TESTS,
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: ENTRIES },
      to: {},
    },
    {
      name: 'no-undeclared',
      comment: 'A package is imported that neither the importing package nor the root declares.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-unresolved',
      comment: 'An import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-in-production',
      comment: 'What runs in production must not need a development dependency.',
      severity: 'error',
      from: { path: '^(shell|mf-[^/]+|shared|services)/', pathNot: [TESTS, '\\.config\\.', '^shared/testing/', '/src/testing/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'not-to-tests',
      comment: 'Tests are imported by tests only.',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|\\.data|\\.cache|\\.nx)/' },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
