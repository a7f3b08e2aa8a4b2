/** In the place of the snapshots of Module Federation's runtime, which describe remotes that are found by their manifests. Here the composition does. */
export class SnapshotHandler {
  readonly manifestCache = new Map<string, unknown>();
  readonly hooks = { applyPlugin: () => undefined };
}

export const getGlobalRemoteInfo = (): object => ({});
