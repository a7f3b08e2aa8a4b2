/** What the site says of failures that nobody has given words to. */
export const NETWORK_ERROR = 'A network error has occurred.';
export const UNKNOWN_ERROR = 'An unknown error has occurred.';

/** What something that was thrown says of itself. */
export const messageOfError = (error: unknown): string => (error instanceof Error && error.message) || UNKNOWN_ERROR;
