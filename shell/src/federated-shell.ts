/** The shell in the browser, with pages that come by Module Federation. Importing it starts nothing. */
import { readComposition } from './composition';
import { loadExposed, registerSource } from './federation/containers';
import { failedReleases } from './federation/failed-releases';
import { federatedPageSource } from './federation/page-source';
import { providedModules } from './federation/provided-modules';
import { renewFailedScripts, renewScripts } from './federation/script-renewal';
import { startShell } from './start-shell';

declare global {
  interface Window {
    /** Loaders of the lazily shared modules by key, for the inspector and for curious people at the console. */
    siteSharedModules?: Record<string, unknown>;
  }
}

export function startFederatedShell(): void {
  window.siteSharedModules = providedModules;
  renewFailedScripts();
  const composition = readComposition();
  startShell(composition, (report, map) =>
    federatedPageSource((name) => map.remote(name), { loadExposed, registerSource, renewScripts }, report, failedReleases()),
  );
}
