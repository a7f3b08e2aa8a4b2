/**
 * Module Federation runtime plugin without hooks. It puts the runtime where the remotes' entries look for it, so that they use the shell's
 * copy instead of bringing their own: 17 KB less per remote.
 */
import * as runtimeCore from '@module-federation/runtime-core';

declare global {
  var _FEDERATION_RUNTIME_CORE: typeof runtimeCore | undefined;
}

globalThis._FEDERATION_RUNTIME_CORE = runtimeCore;

// eslint-disable-next-line import-x/no-default-export -- the form in which Module Federation takes a runtime plugin
export default function coreGlobal(): { name: string } {
  return { name: 'core-global' };
}
