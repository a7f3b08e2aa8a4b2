/** A change of one line, made while a bundle is built: the file itself stays as it is. */
import { join } from 'node:path';
import { repositoryRoot } from '@site/build/package-source';
import type { RuleSetRule } from 'webpack';

export interface Edit {
  /** Path in the repository. */
  file: string;
  from: string;
  to: string;
}

export const editRule = ({ file, from, to }: Edit): RuleSetRule => ({
  test: join(repositoryRoot, file),
  // Before the compiler sees it.
  enforce: 'pre',
  loader: join(import.meta.dirname, 'edited-text-loader.cjs'),
  options: { from, to },
});
