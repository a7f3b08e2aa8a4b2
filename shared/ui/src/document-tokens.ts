/**
 * Of the design system's tokens, a rendered document has those that its own styles use. The cache of the browser inserts all of them before the
 * first style that the document has not.
 */
const TOKEN_LAYER = /@layer tokens\{.*?\}\}/s;
/** Name and value. Names have escaped characters, values have neither braces nor semicolons. */
const DECLARATION = /(--(?:[\w-]|\\.)+):([^;{}]*);/g;
const REFERENCE = /var\((--(?:[\w-]|\\.)+)/g;

const referencesIn = (text: string): string[] => [...text.matchAll(REFERENCE)].map(([, name = '']) => name);

/**
 * @param styles Style sheets of one document, one of which has the layer of tokens.
 * @param html Markup of the document.
 * @returns The same, with those tokens alone that something in them leads to.
 */
export function documentTokens(styles: readonly string[], html: string): string[] {
  const layer = styles.map((text) => TOKEN_LAYER.exec(text)?.[0] ?? '').join('');
  const leadsTo = new Map<string, string[]>();
  for (const [, name = '', value = ''] of layer.matchAll(DECLARATION))
    leadsTo.set(name, [...(leadsTo.get(name) ?? []), ...referencesIn(value)]);
  const used = new Set<string>();
  const waiting = referencesIn([html, ...styles.map((text) => text.replace(TOKEN_LAYER, ''))].join(''));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...(leadsTo.get(name) ?? []));
  }
  const prune = (tokens: string): string => tokens.replace(DECLARATION, (declaration, name: string) => (used.has(name) ? declaration : ''));
  return styles.map((text) => text.replace(TOKEN_LAYER, prune));
}
