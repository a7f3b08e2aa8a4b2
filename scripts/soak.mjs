/** `npm run soak`: a day at the production shape, compressed into minutes. Installs and builds if needed. See tests/cluster/README.md. */
import { runOnCluster } from './on-cluster.mjs';

await runOnCluster('tests/cluster/soak/run.ts');
