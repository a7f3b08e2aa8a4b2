import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '@site/build/package-source';
import { CHANGES } from './changes';

const edits = CHANGES.flatMap(({ name, edit }) => (edit ? [{ name, ...edit }] : []));

it.each(edits)('$name is changed in one place of the sources', ({ file, from }) => {
  expect(readFileSync(join(repositoryRoot, file), 'utf8').split(from)).toHaveLength(2);
});
