/**
 * `npm run cluster`: the production shape on this machine without containers, and everything that happens to one, under load. `-- up` starts it
 * and lets it run. Installs and builds if needed. See tests/cluster/README.md.
 */
import { runOnCluster } from './on-cluster.mjs';

await runOnCluster('tests/cluster/run.ts');
