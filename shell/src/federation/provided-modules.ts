/**
 * Shared modules by their key. The build writes the real contents: in a browser bundle a function that loads each lazily shared module
 * (a module that is imported nowhere would not be provided to the remotes), in the server bundle the modules themselves.
 */
export const providedModules: Record<string, unknown> = {};
