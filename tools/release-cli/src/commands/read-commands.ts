/** The commands that only look. */
import type { CommonOptions } from '../context';
import { EXIT, Failure } from '../failure';
import { createRegistryClient } from '../registry-client';
import { ago, kilobytes, say, table } from '../terminal';
import { describeDifference, versionDifferences } from '../version-differences';

/** The registry gives 200 at once. */
const MOST_REVISIONS = 199;

/** All remotes, or the releases of one. */
export async function listCommand(name: string | undefined, options: CommonOptions): Promise<void> {
  const client = createRegistryClient(options);
  const live = (await client.current())?.entries ?? {};
  if (name !== undefined) {
    const releases = (await client.releases(name)).map((release) => ({
      ...release,
      live: live[release.name]?.version === release.version,
    }));
    if (releases.length === 0) throw new Failure(`Nothing was published as ${name}.`, EXIT.notFound, 'remote-not-found');
    if (options.json) return say(JSON.stringify({ releases }));
    const rows = releases.map((release) => [
      release.version,
      release.live ? 'live' : '',
      kilobytes(release.size),
      `${ago(release.publishedAt)} by ${release.publishedBy}`,
    ]);
    return say(table(['version', '', 'size', 'published'], rows));
  }
  const remotes = (await client.remotes()).map((remote) => ({ ...remote, live: live[remote.name]?.version ?? null }));
  if (options.json) return say(JSON.stringify({ remotes }));
  const rows = remotes.map((remote) => [
    remote.name,
    remote.team,
    remote.live ?? '-',
    String(remote.releases),
    remote.lastPublishedAt ? ago(remote.lastPublishedAt) : '-',
  ]);
  say(table(['name', 'team', 'live', 'releases', 'last published'], rows));
}

/** What is live. */
export async function statusCommand(options: CommonOptions): Promise<void> {
  const client = createRegistryClient(options);
  const revision = await client.current();
  if (!revision) {
    if (options.json) return say(JSON.stringify({ revision: null, releases: [] }));
    return say('Nothing is live yet.');
  }
  const releases = await Promise.all(
    Object.entries(revision.entries).map(async ([name, { version, previous }]) => {
      const release = await client.release(name, version);
      if (!release) throw new Failure(`${name}@${version} is live and not published.`, EXIT.unexpected);
      const { team, commit } = release.descriptor;
      return {
        name,
        version,
        previous,
        team,
        commit,
        size: release.size,
        publishedBy: release.publishedBy,
        publishedAt: release.publishedAt,
      };
    }),
  );
  releases.sort((a, b) => (a.name < b.name ? -1 : 1));
  const { number, kind, createdBy, createdAt, reason } = revision;
  if (options.json) return say(JSON.stringify({ revision: { number, kind, createdBy, createdAt, reason }, releases }));
  say(`Revision ${number}, ${ago(createdAt)} by ${createdBy}${reason ? `: ${reason}` : ''}\n`);
  const rows = releases.map((release) => [
    release.name,
    release.version,
    release.previous ?? '-',
    release.team,
    ago(release.publishedAt),
    kilobytes(release.size),
    release.commit?.slice(0, 8) ?? '-',
  ]);
  say(table(['name', 'version', 'previous', 'team', 'published', 'size', 'commit'], rows));
}

/** The revisions, newest first, with what each of them changed. */
export async function historyCommand(options: CommonOptions & { limit: number }): Promise<void> {
  const limit = Math.min(options.limit, MOST_REVISIONS);
  // One more than shown: the oldest one is compared with it.
  const revisions = await createRegistryClient(options).revisions(limit + 1);
  const history = revisions.slice(0, limit).map((revision, index) => ({
    number: revision.number,
    kind: revision.kind,
    copies: revision.copies,
    createdBy: revision.createdBy,
    createdAt: revision.createdAt,
    reason: revision.reason,
    changes: versionDifferences(revisions[index + 1]?.entries ?? {}, revision.entries),
  }));
  if (options.json) return say(JSON.stringify({ revisions: history }));
  if (history.length === 0) return say('Nothing was promoted yet.');
  const rows = history.map((revision) => [
    String(revision.number),
    revision.copies === null ? 'promotion' : `rollback to ${revision.copies}`,
    `${ago(revision.createdAt)} by ${revision.createdBy}`,
    revision.changes.map(describeDifference).join(', '),
    revision.reason ?? '',
  ]);
  say(table(['', 'what', 'when', 'changes', 'reason'], rows));
}
