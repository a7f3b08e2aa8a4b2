/** Tells a database that is away for a while, takes no writes or is too busy, from a bad query and from a wrong setting. */

import { types } from 'node:util';

/**
 * Classes of SQLSTATE (first two or all five characters) that pass: connection, resources, a lock that others hold for too long (55P03), a
 * statement that took too long (57014), shutdown, and a standby that takes no writes. A wrong password (28) or the name of a database that
 * does not exist (3D) does not pass.
 */
const PASSING_STATES = ['08', '53', '55P03', '57014', '57P01', '57P02', '57P03', '57P05', '25006'];
const PASSING_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
];
const PASSING_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

/** Whether the request would succeed once the database is back. Looks through the causes of the error. */
export function isDatabaseDown(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (PASSING_CODES.includes(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code) && PASSING_STATES.some((state) => code.startsWith(state))) return true;
  // A query that failed carries what people wrote in its message, and that says nothing about the database.
  if (!('query' in error) && PASSING_MESSAGES.some((message) => error.message.includes(message))) return true;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isDatabaseDown);
  return isDatabaseDown(error.cause);
}
