/** What a document makes a browser load: by elements, and by the scripts in it, which ask for the rest once there is a session or a painted page. */

export interface AskedScript {
  address: string;
  /** Empty for none. */
  integrity: string;
}

const ELEMENTS = /<(?:script|link)\s[^>]*(?:src|href)="(\/assets\/[^"]+\.js)"[^>]*>/g;
/** What inline scripts make elements of. */
const OBJECTS = /\{[^{}]*"(?:src|href)":"(\/assets\/[^"]+\.js)"[^{}]*\}/g;

/** A script that is preloaded and loaded by the document is there twice. */
export const asksForScripts = (html: string): AskedScript[] =>
  [...html.matchAll(ELEMENTS), ...html.matchAll(OBJECTS)].map(([text, address = '']) => ({
    address,
    integrity: /integrity"?[=:]"([^"]*)"/.exec(text)?.[1] ?? '',
  }));

/** Addresses, each once. */
export const scriptsAskedFor = (html: string): string[] => [...new Set(asksForScripts(html).map(({ address }) => address))];
