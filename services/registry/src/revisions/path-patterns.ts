/** What a declared path matches, in a form that can be compared: parameters lose their names, optional segments are spelled out. */

/** `/intro/:lead?` gives `/intro` and `/intro/:`. Two routes clash exactly if they share a pattern. */
export function pathPatterns(path: string): string[] {
  let patterns = [''];
  for (const segment of path.split('/').filter(Boolean)) {
    const optional = segment.endsWith('?');
    const plain = optional ? segment.slice(0, -1) : segment;
    const longer = patterns.map((pattern) => `${pattern}/${plain.startsWith(':') ? ':' : plain}`);
    patterns = optional ? [...patterns, ...longer] : longer;
  }
  return [...new Set(patterns.map((pattern) => pattern || '/'))];
}
