/** What the audit says that somebody tried who was refused. */
import { z } from 'zod';
import { type RequestedCommand, requestedCommandSchema, requestedReleasesSchema } from './requested-command';

const releases = requestedReleasesSchema;

/** A command, a plan, or a proposal of either. */
const triedSchema = z.union([
  z.object({ command: requestedCommandSchema }).transform(({ command }) => wordsOf(command)),
  z.object({ plan: z.object({ releases }) }).transform(({ plan }) => `plan ${listed(plan.releases)}`),
  z.object({ releases, steps: z.array(z.unknown()) }).transform((plan) => `plan ${listed(plan.releases)}`),
]);

/** @param body Of a request, which need not be valid. @returns As `promote mf-a@1.0.1`; undefined where it says no such thing. */
export const triedIn = (body: unknown): string | undefined => triedSchema.safeParse(body).data;

function wordsOf(command: RequestedCommand): string {
  const { kind } = command;
  if ('releases' in command) return `${kind} ${listed(command.releases)}`;
  if ('release' in command) return `${kind} ${command.release.name}@${command.release.version}`;
  if ('parts' in command) return `${kind} ${command.parts.join(' ')}`;
  return kind === 'rollback' && command.to !== undefined ? `${kind} to ${command.to}` : kind;
}

const listed = (versions: Record<string, string>): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name}@${version}`)
    .sort()
    .join(' ');
