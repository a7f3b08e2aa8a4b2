/** Exit codes; stable, documented in the README. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  /** It does not fit the state of things: a lock, a version that is taken, somebody who was faster. */
  conflict: 3,
  /** What was sent is not valid, or a gate or a rule of the environment refuses it. */
  refused: 4,
  /** No token, or one that does not allow it. */
  unauthorized: 5,
  notFound: 6,
  /** The registry cannot be reached, or is not well. */
  unavailable: 7,
  build: 8,
  /** The person said no. */
  declined: 9,
  /** Decided, and not yet served by every edge. */
  pending: 10,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An end of the command that the person can act on: shown as its message, without a stack. */
export class Failure extends Error {
  override name = 'Failure';
  constructor(
    message: string,
    readonly exitCode: ExitCode,
    /** Error code of the registry, where it answered with one. */
    readonly code?: string,
    readonly details?: Record<string, unknown>,
  ) {
    super(message);
  }
}

/** @returns The failure of a registry that is away. @throws Whatever else went wrong. */
export function asUnavailable(error: unknown): Failure {
  if (error instanceof Failure && error.exitCode === EXIT.unavailable) return error;
  throw error;
}

/** Refusals by the rules of an environment, whatever their status says to others. */
const BY_RULES: ReadonlySet<string> = new Set([
  'approval-needed',
  'approval-of-own',
  'environment-frozen',
  'local-preview-not-allowed',
  'proposal-of-other',
]);

/** Exit code for a refusal with this status, and this code of the registry where it has one. */
export function exitCodeOf(status: number, code?: string): ExitCode {
  if (code !== undefined && BY_RULES.has(code)) return EXIT.refused;
  if (status === 401 || status === 403) return EXIT.unauthorized;
  if (status === 404) return EXIT.notFound;
  if (status === 409 || status === 423) return EXIT.conflict;
  if (status === 408 || status === 429 || status >= 500) return EXIT.unavailable;
  return EXIT.refused;
}
