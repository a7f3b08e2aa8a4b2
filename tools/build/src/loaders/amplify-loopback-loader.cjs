/**
 * Webpack loader for four files of Amplify that have `https://` written into them. With it, a hosted sign-in page on this very machine is
 * spoken to over http; every other one stays on https. The choice is made in the browser, so that development and production run the same
 * bundle. A file whose text is not as expected stops the build: an upgrade cannot drop the edit unnoticed.
 */
const LOOPBACK_DOMAIN = String.raw`/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/`;
const LOOPBACK_URL = String.raw`/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/`;
const SCHEME = `(${LOOPBACK_DOMAIN}.test(domain) ? 'http://' : 'https://')`;

const PACKAGE_PATH = '@aws-amplify/auth/dist/esm/';

/** By file below the package path: the text that occurs exactly once, and what takes its place. */
const edits = {
  'providers/cognito/apis/signInWithRedirect.mjs': ['`https://${domain}/oauth2/authorize?', `\`\${${SCHEME}}\${domain}/oauth2/authorize?`],
  'providers/cognito/utils/oauth/oAuthSignOutRedirect.mjs': ['`https://${domain}/logout?', `\`\${${SCHEME}}\${domain}/logout?`],
  'providers/cognito/utils/oauth/completeOAuthFlow.mjs': ["'https://' + domain + '/oauth2/token'", `${SCHEME} + domain + '/oauth2/token'`],
  'utils/openAuthSession.mjs': [
    "url.replace('http://', 'https://')",
    `(${LOOPBACK_URL}.test(url) ? url : url.replace('http://', 'https://'))`,
  ],
};

/** Path of one of the files below the package path, or undefined for any other file. */
function editedFile(resourcePath) {
  const path = resourcePath.replaceAll('\\', '/');
  const at = path.lastIndexOf(PACKAGE_PATH);
  const file = at < 0 ? undefined : path.slice(at + PACKAGE_PATH.length);
  return file !== undefined && Object.hasOwn(edits, file) ? file : undefined;
}

/** The edited source. @throws Error if the source is not the one that the edit was written for. */
function editSource(file, source) {
  const [expected, replacement] = edits[file];
  const count = source.split(expected).length - 1;
  if (count !== 1) throw new Error(`amplify-loopback-loader: expected ${expected} once in ${file}, found it ${count} times`);
  return source.replace(expected, () => replacement);
}

module.exports = function amplifyLoopbackLoader(source) {
  const file = editedFile(this.resourcePath);
  return file === undefined ? source : editSource(file, source);
};
module.exports.edits = edits;
module.exports.editedFile = editedFile;
module.exports.editSource = editSource;
