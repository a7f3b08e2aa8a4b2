import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, parseConfig } from './config';

const schema = z.object({ PORT: z.coerce.number().int().max(65_535).default(8080), SECRET: z.string().min(10) });

describe('configuration', () => {
  it('is typed, with defaults for what is absent or set to nothing', () => {
    expect(parseConfig(schema, { PORT: ' ', SECRET: '0123456789', OTHER: 'x' })).toEqual({ PORT: 8080, SECRET: '0123456789' });
  });

  it('stops with one sentence that names the bad variable', () => {
    expect(() => parseConfig(schema, { PORT: '99999', SECRET: '0123456789' })).toThrow(/^The setting PORT cannot be used: too big.*\.$/i);
    expect(() => parseConfig(schema, {})).toThrow(new ConfigError('SECRET', 'it is missing'));
  });

  it('never repeats the value, which may be a secret', () => {
    expect(() => parseConfig(schema, { SECRET: 'hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
