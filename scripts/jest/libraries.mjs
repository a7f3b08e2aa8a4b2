/** The libraries that tests take as few files each. `bundle-libraries.mjs` makes the files. */

/** Where the files are, from the root of the repository. */
export const BUNDLES = '.cache/jest-libraries';
export const SERVICE_BUNDLES = '.cache/jest-service-libraries';

/**
 * Begins a bundle: what the language itself brings and no test replaces. In the context of a test file each look at a global asks Node for it,
 * which takes many times as long as a look at a name of the module.
 */
export const OWN_NAMES =
  'const { Array, Error, JSON, Map, Number, Object, Reflect, RegExp, Set, String, Symbol, WeakMap, WeakSet } = globalThis;';

/** Of what a browser runs, by the names under which they are imported. What is not listed is loaded as it is installed. */
export const LIBRARIES = [
  '@chakra-ui/react',
  '@emotion/cache',
  '@emotion/react',
  '@testing-library/jest-dom/jest-globals',
  '@testing-library/react',
  '@testing-library/user-event',
  'zod/mini',
];

/** Of the services. */
export const SERVICE_LIBRARIES = [
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
  'drizzle-orm',
  'drizzle-orm/errors',
  'drizzle-orm/node-postgres',
  'drizzle-orm/pg-core',
  'drizzle-orm/pglite',
  'fastify',
  'fastify-type-provider-zod',
  'jose',
  'oidc-provider',
  'zod',
  'zod/mini',
];
