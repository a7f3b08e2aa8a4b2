/**
 * Module Federation runtime plugin without hooks. It puts the runtime where the remotes' entries look for it, so that they use the shell's
 * copy instead of bringing their own: 17 KB less per remote. What they ask of it is in tools/build/src/runtime/bundler-runtime.ts.
 */
import {
  CurrentGlobal,
  getGlobalFederationConstructor,
  ModuleFederation,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';

const runtimeCore = { CurrentGlobal, getGlobalFederationConstructor, ModuleFederation, setGlobalFederationInstance };

declare global {
  var _FEDERATION_RUNTIME_CORE: typeof runtimeCore | undefined;
}

globalThis._FEDERATION_RUNTIME_CORE = runtimeCore;

// eslint-disable-next-line import-x/no-default-export -- the form in which Module Federation takes a runtime plugin
export default function coreGlobal(): { name: string } {
  return { name: 'core-global' };
}
