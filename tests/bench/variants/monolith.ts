/** Entry of the comparison build (a): the same source as one webpack application, split by route, rendered in the browser. */
import { readComposition } from '../../../shell/src/composition';
import type { PageSource } from '../../../shell/src/federation/page-source';
import { startShell } from '../../../shell/src/start-shell';
import { lazyPages } from './lazy-pages';

const load: PageSource['load'] = async (remote, page) => {
  const loadPage = lazyPages[remote]?.[page];
  if (loadPage === undefined) throw new Error(`There is no page ${remote} ${page}`);
  return loadPage();
};

startShell(readComposition(), () => ({ load, prefetch: load, versionOf: () => '0.0.0' }));
