/** A store that hangs holds up neither what else is to be done nor the end of the process. */
export const STORE_TIMEOUT_MS = 5_000;
