/** Asks the server which remotes there are, registers them by manifest, then starts. */
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Composition } from '@site/contracts/composition';
import { containerName } from '@site/contracts/remote-config';
import type { PageSource } from '../../../shell/src/federation/page-source';
import { startShell } from '../../../shell/src/start-shell';

const response = await fetch('/composition.json');
const composition = (await response.json()) as Composition;
registerRemotes(composition.remotes.map(({ name }) => ({ name: containerName(name), entry: `/${name}/mf-manifest.json` })));

const load: PageSource['load'] = async (remote, page) => {
  const module = await loadRemote<{ default: React.ComponentType }>(`${containerName(remote)}/${page.replace('./', '')}`);
  if (module === null) throw new Error(`There is no page ${remote} ${page}`);
  return module;
};

startShell(composition, () => ({ load, prefetch: load, versionOf: () => '0.0.0' }));
