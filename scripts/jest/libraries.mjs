/** The libraries that the tests of what a browser runs take as one file each. `bundle-libraries.mjs` makes the files. */

/** Where the files are, from the root of the repository. */
export const BUNDLES = '.cache/jest-libraries';

/** By the names under which they are imported. What is not listed is loaded as it is installed. */
export const LIBRARIES = [
  '@chakra-ui/react',
  '@emotion/cache',
  '@emotion/react',
  '@testing-library/jest-dom/jest-globals',
  '@testing-library/react',
  '@testing-library/user-event',
  'zod/mini',
];
