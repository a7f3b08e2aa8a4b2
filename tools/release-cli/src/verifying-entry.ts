/**
 * Makes the entry of a remote that another tool has built verify what it loads. Its own loader sets no hash on the scripts that it creates, so
 * a few lines before it do: they set that of each script of the release as its `integrity`, when its address is set. The entry itself is loaded by
 * the hash that the target leads to, and so the browser runs nothing of the release that was not published.
 */
import { Script } from 'node:vm';
import { EXIT, Failure } from './failure';

export interface BuiltScript {
  /** Relative to the folder of the build, with slashes. */
  path: string;
  bytes: Buffer;
  /** As in `script.integrity`. */
  integrity: string;
}

export const isScript = (path: string): boolean => /\.[cm]?js$/.test(path);

/**
 * @param entry Path of the entry among the scripts.
 * @returns What is to be published in its place: the same bytes if they name the hash of every other script.
 * @throws Failure when a script is an ES module: whoever imports it cannot give its hash.
 */
export function verifyingEntry(entry: string, scripts: readonly BuiltScript[]): Buffer {
  const own = scripts.find(({ path }) => path === entry);
  if (!own) throw new Failure(`The entry ${entry} is not in the build. Build again.`, EXIT.build);
  const text = own.bytes.toString('utf8');
  const others = scripts.filter((script) => script !== own);
  if (others.every(({ integrity }) => text.includes(integrity))) return own.bytes;
  for (const script of others) assertClassic(script);
  const up = '../'.repeat(entry.split('/').length - 1) || './';
  return Buffer.from(`${directive(text)}${settingHashes(up, others)}\n${text}`);
}

/** A script, and no module: one that parses as a script is loaded by an element, which can have a hash. */
function assertClassic({ path, bytes }: BuiltScript): void {
  try {
    new Script(bytes.toString('utf8'), { filename: path });
  } catch (error) {
    const reason = (error as Error).message;
    throw new Failure(
      `${path} is not a classic script (${reason}), so browsers cannot be given its hash and would run it unverified. ` +
        `In webpack and Rspack set output.chunkFormat: 'array-push' and output.chunkLoading: 'jsonp', and leave output.module and ` +
        `experiments.outputModule off.`,
      EXIT.build,
    );
  }
}

/** A directive counts at the beginning alone. */
const directive = (text: string): string =>
  /^(?:\s|\/\/.*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*(["'])use strict\1/.test(text) ? `'use strict';` : '';

/** @param up From the folder of the entry to that of the release. */
const settingHashes = (up: string, scripts: readonly BuiltScript[]): string =>
  `{const base=new URL(${JSON.stringify(up)},document.currentScript.src),` +
  `hashes=new Map(${JSON.stringify(scripts.map(({ path, integrity }) => [path, integrity]))}.map(([path,hash])=>[new URL(path,base).href,hash])),` +
  `src=Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype,'src');` +
  `Object.defineProperty(HTMLScriptElement.prototype,'src',{...src,set(address){` +
  // An anchor resolves an address as the element does, and throws at none.
  `const link=document.createElement('a');link.href=address;link.search=link.hash='';const hash=hashes.get(link.href);` +
  `if(hash){this.integrity=hash;this.crossOrigin='anonymous'}src.set.call(this,address)}})}`;
