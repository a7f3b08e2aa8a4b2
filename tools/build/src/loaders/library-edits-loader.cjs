/**
 * Webpack loader for modules of libraries of which one text is another on this site. A module whose text is not as expected stops the build: an
 * upgrade cannot drop the edit unnoticed.
 */

/** By the path in `node_modules`: the text that occurs exactly once, and what takes its place. */
const edits = {
  // Chakra's system makes the styles of the whole document when it is created. The theme makes them where a document has not brought them.
  '@chakra-ui/react/dist/esm/styled-system/system.js': [
    'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];',
    'const _global = [];',
  ],
  // Emotion's prefixer is for caches without plugins of their own. The site renders with none of those.
  '@emotion/cache/dist/emotion-cache.browser.esm.js': ['var defaultStylisPlugins = [prefixer];', 'var defaultStylisPlugins = [];'],
};

/** @throws Error if the source is not the one that the edit was written for. */
module.exports = function libraryEditsLoader(source) {
  const path = this.resourcePath.replaceAll('\\', '/');
  const file = Object.keys(edits).find((name) => path.endsWith(`/node_modules/${name}`));
  const [expected, replacement] = edits[file];
  if (source.split(expected).length !== 2) throw new Error(`library-edits-loader: expected once in ${file}: ${expected}`);
  return source.replace(expected, replacement);
};
module.exports.edits = edits;
