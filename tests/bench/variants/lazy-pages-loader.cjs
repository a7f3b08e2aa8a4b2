/** Writes `lazy-pages.ts`: every page of every remote behind a dynamic import, as one application would split its routes. */
module.exports = function lazyPagesLoader() {
  const { remotes } = this.getOptions();
  const entry = ([page, module]) => `${JSON.stringify(page)}: () => import(${JSON.stringify(module)})`;
  const entries = remotes.map(({ name, pages }) => `${JSON.stringify(name)}: { ${pages.map(entry).join(', ')} }`);
  return `export const lazyPages = { ${entries.join(', ')} };\n`;
};
