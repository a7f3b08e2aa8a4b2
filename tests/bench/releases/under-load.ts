/** What visitors get around promotions, while many of them ask. */
import { untilServed } from '@site/release-cli/edges';
import { documentOf, entryAddress, isRendered } from './documents';
import type { RegistryProcess } from './processes';
import { REMOTE } from './promotion';

export interface UnderLoad {
  documents: number;
  /** Documents asked for after a command had ended, without its version. */
  old: number;
  /** Documents whose page was left to the browser. */
  unrendered: number;
}

interface UnderLoadOptions {
  registry: RegistryProcess;
  /** Origins of the edges. */
  edges: string[];
  versions: string[];
  /** Of each edge. */
  connections: number;
  /** Done before each of them. */
  before: (version: string) => Promise<void>;
}

const EDGES_TIMEOUT_MS = 30_000;

/** Promotes one version after the other as the command does, which ends when every edge serves it, while documents are asked for. */
export async function promoteUnderLoad({
  registry: { client },
  edges,
  versions,
  connections,
  before,
}: UnderLoadOptions): Promise<UnderLoad> {
  const counts: UnderLoad = { documents: 0, old: 0, unrendered: 0 };
  let [live, isOver] = ['', false];
  const visitor = async (origin: string): Promise<void> => {
    while (!isOver) {
      const expected = live;
      const html = await documentOf(origin);
      counts.documents += 1;
      if (!isRendered(html)) counts.unrendered += 1;
      // The next one may be live before its command has ended.
      const allowed = versions.slice(Math.max(0, versions.indexOf(expected)));
      if (expected !== '' && !allowed.some((version) => html.includes(entryAddress(REMOTE, version)))) counts.old += 1;
    }
  };
  const visitors = edges.flatMap((edge) => Array.from({ length: connections }, () => visitor(edge)));
  try {
    for (const version of versions) {
      await before(version);
      const revision = await client.promote((await client.current())?.number ?? 0, { [REMOTE]: version });
      const { known } = await untilServed(client, revision, EDGES_TIMEOUT_MS);
      if (known.length !== edges.length) throw new Error(`${known.length} edges have reported, and there are ${edges.length}`);
      live = version;
      process.stdout.write('.');
    }
  } finally {
    isOver = true;
    await Promise.all(visitors);
  }
  return counts;
}
