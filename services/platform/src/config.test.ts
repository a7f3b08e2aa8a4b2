import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, numberFrom, parseConfig, wholeNumberFrom } from './config';

const schema = z.object({
  PORT: wholeNumberFrom(1, 65_535).default(8080),
  SHARE: numberFrom(0, 1).default(0.5),
  LIMIT: wholeNumberFrom(1).default(30),
  SECRET: z.string().min(10),
});

describe('configuration', () => {
  it('is typed, with defaults for what is absent or set to nothing', () => {
    expect(parseConfig(schema, { PORT: ' ', SECRET: '0123456789', OTHER: 'x' })).toEqual({
      ...{ PORT: 8080, SHARE: 0.5, LIMIT: 30 },
      SECRET: '0123456789',
    });
  });

  it('stops with one sentence that names the bad variable', () => {
    expect(() => parseConfig(schema, {})).toThrow(new ConfigError('SECRET', 'it is missing'));
  });

  it.each([
    ...['eighty', '99999', '0', '80.5', '-1', 'Infinity'].map((value) => ['PORT', value, 'it must be a whole number from 1 to 65535']),
    ...['much', '1.1', '-1'].map((value) => ['SHARE', value, 'it must be a number from 0 to 1']),
    ...['0', '2.5', 'none'].map((value) => ['LIMIT', value, 'it must be a whole number from 1 on']),
  ] as [string, string, string][])('says what the number %s may be, where it is %s', (variable, value, problem) => {
    expect(() => parseConfig(schema, { [variable]: value, SECRET: '0123456789' })).toThrow(new ConfigError(variable, problem));
  });

  it('never repeats the value, which may be a secret', () => {
    expect(() => parseConfig(schema, { SECRET: 'hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
