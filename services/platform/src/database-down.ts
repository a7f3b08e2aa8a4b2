/** Tells an unreachable database from a bad query. */

/** Classes of SQLSTATE (first two or all five characters) that pass when the server is back: connection, resources, shutdown. */
const PASSING_STATES = ['08', '53', '57P01', '57P02', '57P03'];
const PASSING_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'];
const PASSING_MESSAGES = ['Connection terminated', 'timeout exceeded when trying to connect', 'Client has encountered a connection error'];

/** Whether the request would succeed once the database is reachable again. Looks through the causes of the error. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (PASSING_CODES.includes(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code) && PASSING_STATES.some((state) => code.startsWith(state))) return true;
  if (PASSING_MESSAGES.some((message) => error.message.includes(message))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  return isDatabaseDown(error.cause);
}
