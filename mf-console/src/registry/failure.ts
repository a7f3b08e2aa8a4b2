/** Failures of calls, as people read them, with the facts that the registry and the desk name. */
import { isRefusal, messageOf, type Failure } from '@site/api-client/failure';
import { errorBodySchema } from '@site/contracts/errors';
import { describeChange } from '@site/release-model/change-text';
import type { Change } from '@site/release-model/changes';
import type { RevisionSummary } from '@site/release-model/revision';
import * as z from 'zod/mini';

export { codeOf, isRefusal, messageOf, type Failure } from '@site/api-client/failure';

/** Stands above the failure of an act. Where no answer came, it may have been done. */
export const titleOf = (failure: Failure): string => (isRefusal(failure) ? 'It is refused' : 'It is not known whether this was done');

/**
 * The facts that a failure names beside its sentence, such as both owners of a path: `name: value`, for people who look for the offender, without a reason or
 * a sentence that it quotes. Of trouble of the service the request, by which its log is found.
 */
export function factsOf(failure: Failure): Fact[] {
  const { since, expected, current, in: _, issues: __, ...others } = detailsOf(failure);
  const conflict = Array.isArray(since) ? since.map(factOfRevision) : Object.entries({ expected, current }).flatMap(factOf);
  const said = messageOf(failure);
  const details = [...conflict, ...Object.entries(others).flatMap(factOf)].filter(
    ({ name, value }) => !((name === 'reason' || /\s/.test(value)) && said.includes(value)),
  );
  const request = !isRefusal(failure) && 'requestId' in failure && failure.requestId;
  return [...issuesOf(failure), ...details, ...(request ? [{ name: 'Request', value: request }] : [])];
}

const issuesSchema = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) });

/** What is wrong with a request that is not valid: the name of each field, `it` for the whole, with the rule that it breaks. */
export function issuesOf(failure: Failure): Fact[] {
  const { data } = issuesSchema.safeParse(detailsOf(failure));
  // Of `/verbs/0` it is the field that has a name.
  const nameOf = (path: string) => path.split('/').findLast((part) => /\D/.test(part)) ?? 'it';
  return data?.issues.map(({ path, message }) => ({ name: nameOf(path), value: message })) ?? [];
}

interface Fact {
  name: string;
  value: string;
}

/** Of a conflict: what others made live since. */
const factOfRevision = ({ number, cause, createdBy, changes }: RevisionSummary): Fact => ({
  name: `Revision ${number}`,
  value: `${cause} by ${createdBy}${changes.length > 0 ? `: ${changes.map(briefly).join(', ')}` : ''}`,
});

/** Of what visitors are given beside the parts only the name: it is as long as a page. */
export const briefly = (change: Change): string =>
  change.name === 'params' || change.name === 'policy' ? `${change.name} ${change.field}` : describeChange(change);

/** `lockedBy` is read as `locked by`. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function factOf([name, value]: [string, unknown]): Fact[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [{ name: inWords(name), value }];
  if (name === 'changes') return (value as Change[]).map((change) => ({ name: 'Changed', value: briefly(change) }));
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return [{ name: inWords(name), value: isList ? value.join(', ') : JSON.stringify(value) }];
}

/** One of those facts as the registry has sent it; null for none. */
export const detailOf = (failure: Failure, name: string): unknown => detailsOf(failure)[name] ?? null;

function detailsOf(failure: Failure): Record<string, unknown> {
  const body = 'body' in failure ? errorBodySchema.safeParse(failure.body) : null;
  return body?.success ? (body.data.details ?? {}) : {};
}
