/** A host that knows nothing of the shell: Module Federation's own runtime, set up as its documentation says, and a page of one remote. */
import injectExternalRuntimeCorePlugin from '@module-federation/inject-external-runtime-core-plugin';
import { init, loadRemote } from '@module-federation/enhanced/runtime';
import * as router from '@site/router';
import * as ui from '@site/ui';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { createRoot } from 'react-dom/client';

/** What the test tells the page. */
export interface HostOptions {
  /** Address of the manifest, and what the remote is called in it. */
  manifest: string;
  remote: string;
  page: string;
  site: ui.Site;
  /** Versions of what the host has of this site's own. */
  versions: { router: string; ui: string };
}

declare global {
  interface Window {
    host: HostOptions;
  }
}

const { manifest, remote, page, site, versions } = window.host;
const share = (version: string, module: unknown) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
});

init({
  name: 'other_host',
  remotes: [{ name: remote, entry: manifest }],
  // The remotes of this site leave the runtime to their host; `experiments.provideExternalRuntime` of a host's build adds the same plugin.
  plugins: [injectExternalRuntimeCorePlugin()],
  shared: {
    react: share(react.version, react),
    'react/jsx-runtime': share(react.version, jsxRuntime),
    'react-dom': share(react.version, reactDom),
    '@site/router': share(versions.router, router),
    '@site/ui': share(versions.ui, ui),
  },
});

const loaded = await loadRemote<{ default: react.ComponentType }>(`${remote}/${page}`);
if (!loaded) throw new Error(`${remote} has no page ${page}`);
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(
  <router.BrowserRouter>
    <ui.UIProvider cache={ui.createBrowserCache()} site={site}>
      <loaded.default />
    </ui.UIProvider>
  </router.BrowserRouter>,
);
