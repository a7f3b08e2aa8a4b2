/** Errors and rejections that nobody caught, by the part whose script they come from. */
import { SHELL_NAME } from '@site/contracts/names';

const SCRIPT = /\/assets\/([\w-]+)\//g;

/**
 * The part that an error comes from, by the addresses in its stack: the innermost remote, whose mistake may show in a module that the shell
 * shares; else the shell. Null for an error from elsewhere, such as an extension of the browser.
 */
export function partOf(error: unknown, isRemote: (name: string) => boolean): string | null {
  const stack = String((error as Error | null)?.stack);
  const parts = [...stack.matchAll(SCRIPT)].map(([, name = '']) => name);
  return parts.find(isRemote) ?? (parts.includes(SHELL_NAME) ? SHELL_NAME : null);
}

/** Calls back with the first of each part. */
export function watchUnhandledErrors(isRemote: (name: string) => boolean, onError: (part: string, error: unknown) => void): void {
  const told = new Set<string>();
  const tell = (error: unknown): void => {
    const part = partOf(error, isRemote);
    if (part === null || told.has(part)) return;
    told.add(part);
    onError(part, error);
  };
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}
