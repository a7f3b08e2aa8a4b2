import { describe, expect, it } from '@jest/globals';
import { generateSigningKey, openTarget, readSigningKey, signTarget, trust } from './envelope';
import { MOST_PROSPECTS, MOST_REPLACED, openProspects, prospectOf, type Prospects, signProspects, withProspect } from './prospects';
import { part, Shelf, target } from './testing';

const shelf = new Shelf();
const [shell, old, next, later] = ['1.0.0', '1.0.0', '1.1.0', '1.2.0'].map((version, index) =>
  shelf.add({ name: index === 0 ? 'shell' : 'mf-a', version }),
) as [ReturnType<Shelf['add']>, ReturnType<Shelf['add']>, ReturnType<Shelf['add']>, ReturnType<Shelf['add']>];
const key = readSigningKey(generateSigningKey());
const statement: Prospects = { schema: 1, environment: 'production', prospects: [{ 'mf-a': next }, { 'mf-a': later, shell }] };
const opened = (value: unknown, keys = trust(key), environment = 'production') => openProspects(value, keys, environment);

describe('a statement of prospects', () => {
  it('opens where a trusted key signed it for the environment, and nowhere else', () => {
    const envelope = signProspects(statement, key);
    expect(opened(envelope)).toEqual(statement);
    expect(() => opened(envelope, trust(readSigningKey(generateSigningKey())))).toThrow('is not signed with a trusted key');
    expect(() => opened(envelope, undefined, 'staging')).toThrow('is for production, and this is staging');
    expect(() => opened(statement)).toThrow('not in an envelope');
  });

  it('says what was live before, unless it is of a registry that did not know that', () => {
    const replaced = [{ name: 'mf-a', ...old }];
    expect(opened(signProspects({ ...statement, replaced }, key))).toEqual({ ...statement, replaced });
    expect(opened(signProspects(statement, key)).replaced).toBeUndefined();
    const many = Array.from({ length: MOST_REPLACED + 1 }, () => replaced[0]!);
    expect(() => opened(signProspects({ ...statement, replaced: many }, key))).toThrow('has a form that is not known here');
  });

  it('is never taken for a target, nor a target for one', () => {
    const [prospects, live] = [signProspects(statement, key), signTarget(target(), key)];
    expect(() => openTarget(prospects, trust(key), 'production')).toThrow('The target is not in an envelope.');
    expect(() => opened(live)).toThrow('The statement of prospects is not in an envelope.');
    expect(() => openTarget({ ...prospects, payloadType: live.payloadType }, trust(key), 'production')).toThrow('not signed');
  });

  it('names few, and no empty ones', () => {
    const many = Array.from({ length: MOST_PROSPECTS + 1 }, () => ({ 'mf-a': next }));
    for (const prospects of [many, [{}]])
      expect(() => opened(signProspects({ ...statement, prospects }, key))).toThrow('has a form that is not known here');
  });
});

describe('a prospect', () => {
  const parts = { shell: part(shell), 'mf-a': part(old, { disabled: { message: 'Back soon.' }, fallback: next }) };

  it('is what visitors would get and do not yet, as a candidate too', () => {
    expect(prospectOf(parts, parts)).toEqual({});
    expect(prospectOf(parts, { ...parts, 'mf-a': part(next) })).toEqual({ 'mf-a': next });
    const candidate = { release: later, basisPoints: 500, cohort: 'revision-2' };
    expect(prospectOf(parts, { ...parts, 'mf-a': part(old, { candidate }) })).toEqual({ 'mf-a': later });
    expect(prospectOf({}, parts)).toEqual({ shell, 'mf-a': old });
  });

  it('takes the place of its part for everybody, and a part that is switched off stays so', () => {
    const shown = withProspect({ ...target(), parts }, { 'mf-a': next, 'mf-b': later });
    expect(shown.parts).toEqual({
      shell: part(shell),
      'mf-a': part(next, { disabled: { message: 'Back soon.' } }),
      'mf-b': part(later),
    });
  });
});
