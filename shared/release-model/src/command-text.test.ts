import { expect, it } from '@jest/globals';
import { releaseCommand } from './command-text';

it('a command in a sentence names its environment where another one would be meant without', () => {
  expect(releaseCommand('abort mf-a', 'production')).toBe('npx release abort mf-a');
  expect(releaseCommand('abort mf-a', 'staging')).toBe('npx release abort mf-a --environment staging');
});
