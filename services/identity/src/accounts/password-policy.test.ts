import { describe, expect, it } from '@jest/globals';
import { describePasswordRules, passwordProblem } from './password-policy';

const plain = { minLength: 6, classes: [] };
const strict = { minLength: 10, classes: ['lowercase', 'uppercase', 'digit', 'symbol'] as const };
const problem = (
  password: string,
  rules: { minLength: number; classes: readonly ('lowercase' | 'uppercase' | 'digit' | 'symbol')[] } = plain,
) => passwordProblem(password, 'ada@example.com', { ...rules, classes: [...rules.classes] });

describe('the password policy', () => {
  it('asks for six characters by default and for no classes', () => {
    expect(problem('kwz7a')).toBe('The password needs at least 6 characters');
    expect(problem('kwz7ab')).toBeNull();
    expect(problem('')).toBe('Password cannot be empty');
    expect(problem('x'.repeat(128) + 'y'.repeat(129))).toBe('The password may have at most 256 characters');
  });

  it('names the classes that are missing', () => {
    expect(problem('abcdefghij', strict)).toBe('The password needs an upper-case letter, a digit and a symbol');
    expect(problem('Abcdefghi1', strict)).toBe('The password needs a symbol');
    expect(problem('Abcdefgh1!', strict)).toBeNull();
    expect(describePasswordRules({ ...strict, classes: [...strict.classes] })).toBe(
      'At least 10 characters, with a lower-case letter, an upper-case letter, a digit and a symbol.',
    );
  });

  it('counts characters as people do', () => {
    expect(problem('😀😀😀kw')).toBe('The password needs at least 6 characters');
  });

  it.each(['password', 'PassWord1', 'ada@example.com', 'aaaaaaaa', '123456'])('refuses %s, which is tried first', (password) => {
    expect(problem(password)).toBe('This password is too easy to guess');
  });
});
