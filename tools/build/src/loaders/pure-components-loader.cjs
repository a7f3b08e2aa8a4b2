/**
 * Marks the components of a library as what they are, free of side effects: those that nobody uses are then left out. A name for developer
 * tools is an assignment, which would keep each of them, and goes; so does the context of its error boundary, which server components alone
 * provide, and a look at React for a hook by name, which would keep all of React's names, is done only for who uses the result.
 */
const WRAPPED = /= (React\w*\.(?:forwardRef|memo|createContext)\()/g;
const DISPLAY_NAME = /^\w+\.displayName = (["'])\w+\1;$/gm;
const CONTEXT_TYPE = /^\w+\.contextType = \w+;$/gm;
const HOOK_BY_NAME = /^(var \w+ = )(React\w*\[\w+\]);$/gm;

module.exports = (source) =>
  source
    .replace(WRAPPED, '= /* @__PURE__ */ $1')
    .replace(DISPLAY_NAME, '')
    .replace(CONTEXT_TYPE, '')
    .replace(HOOK_BY_NAME, '$1/* @__PURE__ */ (() => $2)();');
