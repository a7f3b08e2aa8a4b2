/**
 * Keeps Chakra's system from making the styles of the whole document when it is created: the theme makes them where a document has not brought
 * them. A text that is not as expected stops the build: an upgrade cannot drop the edit unnoticed.
 */
const EAGER = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];';

module.exports = (source) => {
  if (source.split(EAGER).length !== 2) throw new Error(`chakra-system-loader: expected once: ${EAGER}`);
  return source.replace(EAGER, 'const _global = [];');
};
