declare const __webpack_require__: { federation: { instance: { options: { remotes: { name: string; entry?: string }[] } } } };

/** Address of the entry that Module Federation loads a container from in this browser; null where it knows none of this name. */
export function registeredEntry(containerName: string): string | null {
  const { remotes } = __webpack_require__.federation.instance.options;
  return remotes.find((remote) => remote.name === containerName)?.entry ?? null;
}
