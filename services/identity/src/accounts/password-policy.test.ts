import { describe, expect, it } from '@jest/globals';
import { parseIdentityConfig } from '../config';
import { describePasswordRules, passwordProblem } from './password-policy';

const ada = { email: 'ada.byron@example.com', fullName: 'Augusta Ada Lovelace' };
const plain = parseIdentityConfig({});
const strict = parseIdentityConfig({ IDENTITY_PASSWORD_MIN_LENGTH: '10', IDENTITY_PASSWORD_CLASSES: 'lowercase,uppercase,digit,symbol' });
const problem = (password: string, config = plain) => passwordProblem(password, ada, config);

describe('the password policy', () => {
  it('asks for six characters by default and for no classes', async () => {
    expect(await problem('kwz7a')).toBe('The password needs at least 6 characters');
    expect(await problem('kwz7ab')).toBeNull();
    expect(await problem('')).toBe('Password cannot be empty');
    expect(await problem('x'.repeat(128) + 'y'.repeat(129))).toBe('The password may have at most 256 characters');
  });

  it('names the classes that are missing', async () => {
    expect(await problem('abcdefghij', strict)).toBe('The password needs an upper-case letter, a digit and a symbol');
    expect(await problem('Abcdefghi1', strict)).toBe('The password needs a symbol');
    expect(await problem('Abcdefgh1!', strict)).toBeNull();
    expect(describePasswordRules(strict.password)).toBe(
      'At least 10 characters, with a lower-case letter, an upper-case letter, a digit and a symbol.',
    );
  });

  it('counts characters as people do', async () => {
    expect(await problem('😀😀😀kw')).toBe('The password needs at least 6 characters');
  });

  it.each([
    ['password', 'it is one of the ten that are used most'],
    ['PassWord1', 'it is one of those that are used most'],
    ['P@ssw0rd', 'it is like one of those that are used most'],
    ['aaaaaaaa', 'it repeats a character'],
    ['abcabcabc', 'it repeats the same few characters'],
    ['abcdefgh', 'it follows the alphabet or counts'],
    ['19121815', 'dates are found in a moment'],
    ['ada.byron@example.com', 'it is made of your name, your address or the name of this site'],
    ['lovelace1', 'it is made of your name, your address or the name of this site'],
    ['cloudpractice', 'it is made of your name, your address or the name of this site'],
    ['correcthorse', 'it is made of few and common words; take more of them, or rarer ones'],
  ])('refuses %s, and says why', async (password, reason) => {
    expect(await problem(password)).toBe(`This password is too easy to guess: ${reason}`);
  });

  it.each(['analytical engine', 'correct horse battery', 'tRq8!vem'])('takes %s', async (password) => {
    expect(await problem(password)).toBeNull();
  });

  it('asks for more, or for nothing, where the configuration does', async () => {
    expect(await problem('analytical engine', parseIdentityConfig({ IDENTITY_PASSWORD_STRENGTH: '4' }))).toContain('too easy to guess');
    expect(await problem('password', parseIdentityConfig({ IDENTITY_PASSWORD_STRENGTH: '0' }))).toBeNull();
  });

  it('judges the beginning of a long one only', async () => {
    expect(await problem(`${'x'.repeat(32)}tRq8!vemLw2#`)).toContain('it repeats a character');
  });
});
