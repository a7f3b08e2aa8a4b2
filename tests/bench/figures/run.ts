/** `npm run bench -- figures`: writes what the last benches have found, as far as they have targets, into README. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@site/build/package-source';
import type { Limit } from '../measure/limits';
import { type Found, withFigures } from './figures';

/** Folders of their results, by the names of the benches. */
const BENCHES = { pages: '.', returning: 'returning', server: 'server', lighthouse: 'lighthouse', interactions: 'interactions' };
const README = join(repositoryRoot, 'README.md');

function read(bench: string, folder: string): Found[] {
  const file = join(import.meta.dirname, '..', folder, 'results.json');
  if (!existsSync(file)) return [];
  const { limits } = JSON.parse(readFileSync(file, 'utf8')) as { limits: (Limit & { measured: number | null })[] };
  return [
    {
      bench,
      day: statSync(file).mtime.toISOString().slice(0, 10),
      limits: limits.map((limit) => ({ ...limit, measured: limit.measured ?? Number.NaN })),
    },
  ];
}

const found = Object.entries(BENCHES).flatMap(([bench, folder]) => read(bench, folder));
writeFileSync(README, withFigures(readFileSync(README, 'utf8'), found));
