/**
 * Amplify writes `https://` before the domain of the hosted pages. This loader makes four of its modules choose the scheme when they run:
 * http for a provider on the loopback interface, https for every other. The production bundle is the same bundle. A module that no longer
 * holds exactly one of the expected strings stops the build, so that an upgrade cannot drop the change unnoticed.
 */
const LOOPBACK = String.raw`/^(?:localhost|127\.0\.0\.1|\[::1\])(?:[:\/]|$)/`;
const scheme = (host) => `(${LOOPBACK}.test(${host}) ? 'http://' : 'https://')`;

/** By the end of the module's path: what stands there, and what replaces it. */
const EDITS = {
  'providers/cognito/apis/signInWithRedirect.mjs': ['`https://${domain}/oauth2/authorize?', `\`\${${scheme('domain')}}\${domain}/oauth2/authorize?`],
  'providers/cognito/utils/oauth/oAuthSignOutRedirect.mjs': ['`https://${domain}/logout?', `\`\${${scheme('domain')}}\${domain}/logout?`],
  'providers/cognito/utils/oauth/completeOAuthFlow.mjs': ["'https://' + domain", `${scheme('domain')} + domain`],
  'utils/openAuthSession.mjs': ["url.replace('http://', 'https://')", `(${LOOPBACK}.test(url.replace('http://', '')) ? url : url.replace('http://', 'https://'))`],
};
const ROOT = '@aws-amplify/auth/dist/esm/';

module.exports = function amplifyLoopbackLoader(source) {
  const path = this.resourcePath.replaceAll('\\', '/').split(ROOT)[1];
  const edit = path === undefined ? undefined : EDITS[path];
  if (edit === undefined) return source;
  const [expected, replacement] = edit;
  const parts = source.split(expected);
  if (parts.length !== 2) throw new Error(`${ROOT}${path} does not hold exactly one ${expected}`);
  return parts.join(replacement);
};

/** Modules that the loader changes, below the root of the package. */
module.exports.editedModules = Object.keys(EDITS).map((path) => ROOT + path);
