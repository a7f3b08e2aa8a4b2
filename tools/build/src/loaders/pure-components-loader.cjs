/**
 * Marks the components of a library as what they are, free of side effects: those that nobody uses are then left out. A name for developer
 * tools is an assignment, which would keep each of them, and goes.
 */
const WRAPPED = /= (React\w*\.(?:forwardRef|memo|createContext)\()/g;
const DISPLAY_NAME = /^\w+\.displayName = (["'])\w+\1;$/gm;

module.exports = (source) => source.replace(WRAPPED, '= /* @__PURE__ */ $1').replace(DISPLAY_NAME, '');
