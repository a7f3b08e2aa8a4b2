/** A failure that its message explains: people see the message, and no stack. */
export class Failure extends Error {}
