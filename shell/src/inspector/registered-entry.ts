import { containerName } from '@site/contracts/remote-config';

declare const __webpack_require__: { federation: { instance: { options: { remotes: { name: string; entry?: string }[] } } } };

/** Address of the entry that Module Federation loads a remote from in this browser, or has loaded it from; null before somebody asked. */
export function registeredEntry(name: string): string | null {
  const { remotes } = __webpack_require__.federation.instance.options;
  return remotes.find((remote) => remote.name === containerName(name))?.entry ?? null;
}
