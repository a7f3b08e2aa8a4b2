import type { Token } from '@site/release-model/registry-answers';
/** What tokens and grants are for: how it is given to a command, and how it is shown. */
import { releaseNameSchema } from '@site/contracts/release';
import { InvalidArgumentError } from 'commander';

/** Names, separated by commas; `*` for `all`. */
export const list = (text: string): string[] => text.split(',').map((name) => (name === 'all' ? '*' : name));

/** @throws InvalidArgumentError unless each is the name of a part. */
export function parts(text: string): string[] {
  const names = list(text);
  const wrong = names.find((name) => name !== '*' && !releaseNameSchema.safeParse(name).success);
  if (wrong !== undefined) throw new InvalidArgumentError(`'${wrong}' is not the shell, a remote such as mf-marketing, or all.`);
  return names;
}

/** `30d` or `30`. */
export function days(text: string): number {
  const number = Number(/^(\d{1,3})d?$/.exec(text)?.[1]);
  if (!(number >= 1 && number <= 366)) throw new InvalidArgumentError('It is not a number of days from 1d to 366d.');
  return number;
}

export const named = (names: string[]): string => (names.includes('*') ? 'all' : names.join(' '));
export const day = (time: string | null): string => time?.slice(0, 10) ?? '-';

type Described = Pick<Token, 'name' | 'verbs' | 'parts' | 'environments' | 'expiresAt'>;

/** `mf-a-ci: publish, promote; parts: mf-a; environments: all; until 2027-01-31.` */
export function describeToken({ name, verbs, parts, environments, expiresAt }: Described): string {
  const until = expiresAt === null ? 'for good' : `until ${day(expiresAt)}`;
  return `${name}: ${verbs.join(', ')}; parts: ${named(parts)}; environments: ${named(environments)}; ${until}.`;
}
