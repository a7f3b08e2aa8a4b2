import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Another run of Jest may be reading the file. */
export function replaceFile(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
