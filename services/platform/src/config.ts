/** Configuration from environment variables, parsed once at the start of a process. */
import { z } from 'zod';

/** A variable that cannot be used. Its message is one sentence that names the variable; it never contains the value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  constructor(
    readonly variable: string,
    problem: string,
  ) {
    super(`The setting ${variable} cannot be used: ${problem}.`);
  }
}

/** A variable with several values, by commas. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/** A number within bounds, which are what is said of another one. */
export const numberFrom = (min: number, max: number) =>
  z.coerce
    .number({ error: `it must be a number from ${min} to ${max}` })
    .min(min)
    .max(max);

/** The same without fractions. @param max Left out where there is no bound but what a number can be. */
export function wholeNumberFrom(min: number, max?: number) {
  const error = `it must be a whole number from ${min} ${max === undefined ? 'on' : `to ${max}`}`;
  return z.coerce
    .number({ error })
    .int()
    .min(min)
    .max(max ?? Number.MAX_SAFE_INTEGER);
}

/** An origin, as browsers write it in `Origin`: `https://www.example.com`. */
export const httpOrigin = z
  .url({ protocol: /^https?$/, error: 'it must be an http or https address', abort: true })
  .refine((text) => /^https?:\/\/[^/?#@*\\]+\/?$/i.test(text), 'it must be an origin, without a path')
  .transform((text) => new URL(text).origin);

/**
 * Parses the variables that `schema` (an object schema, one key per variable) names. A variable set to nothing counts as absent.
 * @throws ConfigError naming the first bad variable.
 */
export function parseConfig<S extends z.ZodObject>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const variable = String(issue?.path[0] ?? 'combination');
  const problem = variable in given ? describe(issue?.message ?? 'it is not valid') : 'it is missing';
  throw new ConfigError(variable, problem);
}

const describe = (message: string) => message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
