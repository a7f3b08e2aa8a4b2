/** One line of text for a terminal: control characters, which could steer it, as they are written in JSON. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
