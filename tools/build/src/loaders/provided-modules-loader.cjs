/**
 * Writes the shell's `provided-modules.ts`: for the server every shared module by its key, ready to be handed to a remote's bundle; for
 * browsers a function that loads each lazily shared one.
 */
module.exports = function providedModulesLoader() {
  const { keys, platform } = this.getOptions();
  if (platform === 'browser') {
    const entries = keys.map(
      (key) => `${JSON.stringify(key)}: () => import(/* webpackChunkName: ${JSON.stringify(chunkName(key))} */ ${JSON.stringify(key)})`,
    );
    return `export const providedModules = { ${entries.join(', ')} };\n`;
  }
  const imports = keys.map((key, index) => `import * as module${index} from ${JSON.stringify(key)};`);
  const entries = keys.map((key, index) => `${JSON.stringify(key)}: module${index}`);
  return `${imports.join('\n')}\nexport const providedModules = { ${entries.join(', ')} };\n`;
};

const chunkName = (key) => key.replace('@site/', '').replaceAll('/', '-');
