/** Entry of the comparison build (a): the same source as one webpack application, split by route, rendered in the browser. */
import { readComposition } from '../../../shell/src/composition';
import { startShell } from '../../../shell/src/start-shell';
import { lazyPages } from './lazy-pages';

startShell(readComposition(), () => ({
  load: async (remote, page) => {
    const load = lazyPages[remote]?.[page];
    if (load === undefined) throw new Error(`There is no page ${remote} ${page}`);
    return load();
  },
}));
