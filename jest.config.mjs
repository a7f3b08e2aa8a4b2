/** Unit and integration tests: services and tools run in Node, what a browser runs in jsdom. Browser tests live in `tests/e2e`. */
import { BUNDLES, LIBRARIES, SERVICE_BUNDLES, SERVICE_LIBRARIES } from './scripts/jest/libraries.mjs';

const shared = {
  rootDir: '.',
  transform: { '^.+\\.tsx?$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.json' }] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '\\.(svg|png|jpg|webp)$': '<rootDir>/scripts/jest/asset-url.mjs' },
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '/\\.data\\.', '/\\.cache/', '/\\.nx/'],
};

export default {
  // A backstop for what never comes: nothing is said about how fast it comes, because a machine may be slow.
  testTimeout: 300_000,
  // All of the machine's memory, which is no limit: with one, Jest runs every file in a process of its own. In Jest's own process its timers come
  // and go, and one that a test file leaves is taken for theirs.
  workerIdleMemoryLimit: '100%',
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: '<rootDir>/scripts/jest/node-environment.mjs',
      globalSetup: '<rootDir>/scripts/jest/bundle-service-libraries.mjs',
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        [`^(${SERVICE_LIBRARIES.join('|')})$`]: `<rootDir>/${SERVICE_BUNDLES}/$1.mjs`,
      },
      testPathIgnorePatterns: [
        '/node_modules/',
        // What only a PostgreSQL server can show. The phase `postgres` of `npm test` names one.
        ...(process.env.TEST_DATABASE_URL ? [] : ['\\.postgres\\.test\\.ts$']),
        // What keeps the whole machine busy. The phase `cluster` asks for it.
        ...(process.env.CLUSTER ? [] : ['/tests/cluster/cluster\\.test\\.ts$']),
      ],
      testMatch: [
        '<rootDir>/{services,tools,scripts}/**/*.test.ts',
        '<rootDir>/shared/{contracts,release-model}/**/*.test.ts',
        '<rootDir>/tests/{rules,conformance,coverage,cluster,bench}/**/*.test.ts',
      ],
    },
    {
      ...shared,
      displayName: 'browser',
      testEnvironment: 'jsdom',
      globalSetup: '<rootDir>/scripts/jest/bundle-libraries.mjs',
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        [`^(${LIBRARIES.join('|')})$`]: `<rootDir>/${BUNDLES}/$1.mjs`,
      },
      testMatch: [
        '<rootDir>/{shell,mf-*}/**/*.test.{ts,tsx}',
        '<rootDir>/tools/release-cli/template/**/*.test.tsx',
        '<rootDir>/shared/{api-client,router,session,testing,ui}/**/*.test.{ts,tsx}',
      ],
      setupFiles: ['<rootDir>/shared/testing/src/jsdom-gaps.ts'],
      setupFilesAfterEnv: ['<rootDir>/shared/testing/src/jest-setup.ts'],
    },
  ],
};
