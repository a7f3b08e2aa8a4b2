/** Escaping for the places of a document that take text. */

/**
 * JSON for a script element: no `<` can end the element or open a comment, and line separators that older parsers
 * take for line ends are escaped.
 */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** CSS for a style element: nothing in it can end the element. */
export const styleText = (css: string): string => css.replace(/<(?=[!/])/g, '\\3c ');
