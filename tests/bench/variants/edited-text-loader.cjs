/** Makes a module differ from its last release by a few words, as a change of its source would. Options: `from` and `to`, for every occurrence. */
module.exports = function editedTextLoader(source) {
  const { from, to } = this.getOptions();
  if (!source.includes(from)) throw new Error(`${this.resourcePath} does not say '${from}'`);
  return source.replaceAll(from, to);
};
