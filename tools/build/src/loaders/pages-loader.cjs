/** Turns a remote's `remote.config.ts` into the entry of its server bundle: an object with every page module by its name. */
module.exports = function pagesLoader() {
  const { pages } = this.getOptions();
  const imports = pages.map(([, module], index) => `import * as page${index} from ${JSON.stringify(module)};`);
  const entries = pages.map(([page], index) => `${JSON.stringify(page)}: page${index}`);
  return `${imports.join('\n')}\nexport const pages = { ${entries.join(', ')} };\n`;
};
