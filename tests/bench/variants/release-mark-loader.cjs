/** Makes a module differ from its last release, as any change of its source would. */
module.exports = (source) => `${source}\nglobalThis.siteRelease = 2;\n`;
