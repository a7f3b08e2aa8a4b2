/**
 * What of a failure may be logged. The message and the parameters of a failed query hold what people wrote and secrets, PostgreSQL's own
 * texts quote values, and libraries hang requests and answers on their errors. So facts are chosen here; whatever is not chosen stays out.
 */
import { types } from 'node:util';

export interface ErrorSummary {
  type: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack?: string;
  code?: string;
  /** Text of the failed statement, with `$1` in place of values. */
  statement?: string;
  schema?: string;
  table?: string;
  column?: string;
  constraint?: string;
  syscall?: string;
  status?: number;
  cause?: ErrorSummary;
  /** Failures of an `AggregateError`. */
  errors?: ErrorSummary[];
}

const DEEPEST = 6;
const LONGEST_STATEMENT = 500;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Classes of SQLSTATE whose messages name objects of the database and states of the server only. Others, data exceptions above all, quote
 * the value at fault.
 */
const CLASSES_WITHOUT_VALUES = ['08', '23', '25', '28', '3D', '40', '42', '53', '55', '57', '58'];

type Facts = Partial<Record<string, unknown>>;

export function summarizeError(error: unknown, depth = 0): ErrorSummary {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'something that is not an error was thrown' };
  const facts = error as Error & Facts;
  const message = publicMessage(facts);
  const stack = framesOf(error);
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message,
    ...(stack && { stack: `${message}\n${stack}` }),
    ...texts(facts, ['code', 'schema', 'table', 'column', 'constraint', 'syscall']),
    ...(isFailedQuery(facts) && { statement: shapeOf(facts.query) }),
    ...(typeof facts.status === 'number' && { status: facts.status }),
    ...(depth < DEEPEST && types.isNativeError(error.cause) && { cause: summarizeError(error.cause, depth + 1) }),
    ...(depth < DEEPEST && Array.isArray(facts.errors) && { errors: facts.errors.map((inner) => summarizeError(inner, depth + 1)) }),
  };
}

function publicMessage(error: Error & Facts): string {
  if (isOfDatabase(error)) {
    const { code } = error;
    return CLASSES_WITHOUT_VALUES.some((known) => code.startsWith(known)) ? error.message : `PostgreSQL answered with the state ${code}`;
  }
  if (isFailedQuery(error)) return 'a query failed';
  // The parser quotes the text that it could not read.
  if (error.name === 'SyntaxError') return 'a text could not be parsed';
  return error.message;
}

/** Drizzle's error around that of the driver: its message is the statement and all parameters. The embedded database's errors have both too. */
const isFailedQuery = (error: Facts): error is Facts & { query: string } => typeof error.query === 'string' && 'params' in error;

const isOfDatabase = (error: Facts): error is Facts & { code: string } =>
  typeof error.code === 'string' && SQLSTATE.test(error.code) && 'severity' in error;

function shapeOf(statement: string): string {
  const line = statement.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_STATEMENT ? `${line.slice(0, LONGEST_STATEMENT)}…` : line;
}

/** A stack begins with the message, which may have any number of lines. One that begins otherwise is left out. */
function framesOf({ name, message, stack = '' }: Error): string | undefined {
  const heads = message === '' ? [name, 'Error'] : [`: ${message}`, message];
  const head = heads.find((text) => stack.includes(text));
  if (head === undefined) return undefined;
  const frames = stack.slice(stack.indexOf(head) + head.length).split('\n');
  return frames.filter((line) => /^ {4}at /.test(line)).join('\n');
}

const texts = (facts: Facts, names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (typeof facts[name] === 'string' && facts[name] !== '' ? [[name, facts[name]]] : [])));
