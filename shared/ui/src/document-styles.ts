/**
 * What a rendered document has of the design system's tokens and keyframes. A token that has the same value everywhere stands in the styles as that
 * value; of the others, and of the keyframes, there are those that the styles use. The cache of the browser inserts all of them before the first style
 * that the document has not.
 */
const TOKEN_LAYER = /@layer tokens\{.*?\}\}/s;
/** Name and value. Names have escaped characters, values have neither braces nor semicolons. */
const DECLARATION = /(--(?:[\w-]|\\.)+):([^;{}]*);/g;
const REFERENCE = /var\((--(?:[\w-]|\\.)+)/g;
const WHOLE_REFERENCE = /var\((--(?:[\w-]|\\.)+)\)/g;

const KEYFRAMES = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g;

const referencesIn = (text: string): string[] => [...text.matchAll(REFERENCE)].map(([, name = '']) => name);

/**
 * @param styles Style sheets of one document, one of which has the layer of tokens.
 * @param html Markup of the document.
 * @returns The same, with those tokens and keyframes alone that something in them leads to.
 */
export function documentStyles(styles: readonly string[], html: string): string[] {
  const layer = styles.map((text) => TOKEN_LAYER.exec(text)?.[0] ?? '').join('');
  const values = new Map<string, string[]>();
  for (const [, name = '', value = ''] of layer.matchAll(DECLARATION)) values.set(name, [...(values.get(name) ?? []), value]);
  const constants = constantsOf(values, new Set(referencesIn(html)));
  const inlined = styles.map((text) => inline(text, constants));

  const used = new Set<string>();
  const waiting = referencesIn([html, ...inlined.map((text) => text.replace(TOKEN_LAYER, ''))].join(''));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...referencesIn((values.get(name) ?? []).join()));
  }
  const prune = (tokens: string): string => tokens.replace(DECLARATION, (declaration, name: string) => (used.has(name) ? declaration : ''));
  return withUsedKeyframes(inlined.map((text) => text.replace(TOKEN_LAYER, prune)));
}

function withUsedKeyframes(styles: readonly string[]): string[] {
  const words = new Set(styles.flatMap((text) => text.replace(KEYFRAMES, '').match(/[\w-]+/g) ?? []));
  return styles.map((text) => text.replace(KEYFRAMES, (rule, name: string) => (words.has(name) ? rule : '')));
}

/**
 * Tokens by name that have one value, made of nothing but constants: a value that leads to another token would be another one where that
 * token is.
 */
function constantsOf(values: ReadonlyMap<string, readonly string[]>, kept: ReadonlySet<string>): Map<string, string> {
  const constants = new Map<string, string>();
  const resolve = (name: string): string | undefined => {
    const [value, ...others] = values.get(name) ?? [];
    if (value === undefined || others.length > 0 || kept.has(name)) return undefined;
    const whole = inline(value, new Map(referencesIn(value).flatMap((one) => [[one, resolve(one) ?? `var(${one})`]])));
    return referencesIn(whole).length > 0 ? undefined : whole;
  };
  for (const name of values.keys()) {
    const value = resolve(name);
    if (value !== undefined) constants.set(name, value);
  }
  return constants;
}

const inline = (text: string, constants: ReadonlyMap<string, string>): string =>
  text.replace(WHOLE_REFERENCE, (reference, name: string) => constants.get(name) ?? reference);
