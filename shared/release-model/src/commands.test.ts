import { describe, expect, it } from '@jest/globals';
import { commandSchema, partsOf } from './commands';
import { PARAMS } from './testing';

const id = 'a'.repeat(64);
const releases = { 'mf-a': { version: '1.0.0', id } };
const many = Array.from({ length: 51 }, (_, index) => `mf-p${index}`);

describe('a command', () => {
  it.each([
    [
      { kind: 'promote', releases },
      { kind: 'promote', releases, fixes: false },
    ],
    [{ kind: 'promote', releases, fixes: true }],
    [{ kind: 'canary', releases, basisPoints: 0 }],
    [{ kind: 'canary', releases, basisPoints: 10_000 }],
    [{ kind: 'end-canary', parts: ['mf-a', 'shell'] }],
    [{ kind: 'rollback' }, { kind: 'rollback', again: false }],
    [{ kind: 'rollback', to: 3, again: true }],
    [
      { kind: 'disable', parts: ['mf-a'], message: '  Back soon. ' },
      { kind: 'disable', parts: ['mf-a'], message: 'Back soon.' },
    ],
    [{ kind: 'enable', parts: ['mf-a'] }],
    [{ kind: 'retire', parts: ['mf-a'] }],
    [{ kind: 'yank', release: { name: 'mf-a', version: '1.0.0', id } }],
    [{ kind: 'params', params: PARAMS }],
    [{ kind: 'policy', policy: { openTabs: 'notice' } }],
    [{ kind: 'epoch' }],
  ])('may be %j', (given, expected: object = given) => {
    expect(commandSchema.parse(given)).toEqual(expected);
  });

  it.each([
    ['of an unknown kind', { kind: 'force', releases }],
    ['without a kind', { releases }],
    ['with a misspelled field', { kind: 'rollback', number: 3 }],
    ['that names a part twice', { kind: 'retire', parts: ['mf-a', 'mf-a'] }],
    ['that names no part', { kind: 'enable', parts: [] }],
    ['that names more than 50 parts', { kind: 'enable', parts: many }],
    ['that names no release', { kind: 'promote', releases: {} }],
    ['that names more than 50 releases', { kind: 'promote', releases: Object.fromEntries(many.map((name) => [name, releases['mf-a']])) }],
    ['that names what is no part', { kind: 'promote', releases: { 'Mf A': releases['mf-a'] } }],
    ['with a version that is none', { kind: 'promote', releases: { 'mf-a': { version: 'latest', id } } }],
    ['with an id that is none', { kind: 'promote', releases: { 'mf-a': { version: '1.0.0', id: 'A'.repeat(64) } } }],
    ['with less than no share', { kind: 'canary', releases, basisPoints: -1 }],
    ['with more than everybody', { kind: 'canary', releases, basisPoints: 10_001 }],
    ['with half a basis point', { kind: 'canary', releases, basisPoints: 0.5 }],
    ['with a share in words', { kind: 'canary', releases, basisPoints: '5%' }],
    ['without a share', { kind: 'canary', releases }],
    ['with revision 0', { kind: 'rollback', to: 0 }],
    ['with an empty message', { kind: 'disable', parts: ['mf-a'], message: '   ' }],
    ['with a message too long', { kind: 'disable', parts: ['mf-a'], message: 'a'.repeat(501) }],
    ['with an unknown rule for open tabs', { kind: 'policy', policy: { openTabs: 'now' } }],
    ['with parameters that lack something', { kind: 'params', params: { brand: 'Site' } }],
  ])('%s is refused', (_what, command) => {
    expect(commandSchema.safeParse(command).success).toBe(false);
  });

  it('says which parts it names', () => {
    const named = (command: object) => partsOf(commandSchema.parse(command));
    expect(named({ kind: 'promote', releases: { shell: releases['mf-a'], ...releases } })).toEqual(['mf-a', 'shell']);
    expect(named({ kind: 'retire', parts: ['mf-b', 'mf-a'] })).toEqual(['mf-a', 'mf-b']);
    expect(named({ kind: 'yank', release: { name: 'mf-a', version: '1.0.0', id } })).toEqual(['mf-a']);
    expect(named({ kind: 'rollback' })).toEqual([]);
  });
});
