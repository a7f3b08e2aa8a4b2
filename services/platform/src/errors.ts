/** The one error that a service answers with, and the registry of its codes. */

export interface ErrorDefinition {
  /** HTTP status. */
  status: number;
  /** A sentence for people. It may be shown as it is, so it reveals nothing internal. */
  message: string;
}

export interface AppErrorOptions {
  /** Replaces the sentence of the definition. Public. */
  message?: string;
  /** Facts for programs; public. */
  details?: Record<string, unknown>;
  /** Headers of the answer, such as `retry-after`. */
  headers?: Record<string, string>;
  /** What went wrong inside; logged, never answered. */
  cause?: unknown;
}

export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: string,
    definition: ErrorDefinition,
    options: AppErrorOptions = {},
  ) {
    super(options.message ?? definition.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = definition.status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

const registered = new Map<string, ErrorDefinition>();

/** All codes defined so far by the modules that were loaded, for the documentation test. */
export const definedErrors = (): ReadonlyMap<string, ErrorDefinition> => registered;

/**
 * Registers the codes of a service and returns the typed function that makes its errors:
 * `const apiError = defineErrors({ 'demo-not-found': { status: 404, message: '...' } }); throw apiError('demo-not-found');`
 *
 * Keep the call in `src/errors.ts` of the service and describe each code in `docs/errors.md`; a test compares the two.
 * @throws Error if a code is defined twice.
 */
export function defineErrors<const D extends Record<string, ErrorDefinition>>(definitions: D) {
  for (const [code, definition] of Object.entries(definitions)) {
    if (registered.has(code)) throw new Error(`The error code '${code}' is defined twice`);
    registered.set(code, definition);
  }
  return (code: keyof D & string, options?: AppErrorOptions): AppError => new AppError(code, definitions[code] as ErrorDefinition, options);
}

/** Errors that any service may answer with. */
export const platformError = defineErrors({
  'invalid-request': { status: 400, message: 'The request is not valid.' },
  unauthorized: { status: 401, message: 'User needs to be authenticated to call this API.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'request-timeout': { status: 408, message: 'The request took too long to arrive.' },
  'payload-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'The request has a content type that is not accepted here.' },
  'idempotency-key-reused': { status: 422, message: 'This idempotency key was used before with another request.' },
  'too-many-requests': { status: 429, message: 'There were too many requests. Please, wait a little.' },
  'internal-error': { status: 500, message: 'An unknown error has occurred.' },
  'service-unavailable': { status: 503, message: 'The service is not available for the moment. Please, try again.' },
  'storage-full': { status: 507, message: 'There is no space left to store this.' },
});
