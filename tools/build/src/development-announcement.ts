/** Tells the running site, again and again, that a development server stands in for a release. */
import type { PackageSource } from './package-source';

/** The site forgets a development server that it has not heard of for ten seconds. */
const HEARTBEAT_MS = 3_000;

export interface DevelopmentBuild {
  /** Addresses of the scripts that start the bundle, in order. */
  entries: string[];
  /** Identity of the build; a new one makes open pages reload. */
  build: string;
}

export class DevelopmentAnnouncement {
  private current: DevelopmentBuild | null = null;
  private timer: NodeJS.Timeout | undefined;
  private reached: boolean | null = null;

  constructor(
    private readonly siteOrigin: string,
    private readonly source: PackageSource,
  ) {}

  announce(build: DevelopmentBuild): void {
    this.current = build;
    void this.send();
    this.timer ??= setInterval(() => void this.send(), HEARTBEAT_MS);
  }

  async withdraw(): Promise<void> {
    clearInterval(this.timer);
    if (this.reached) await fetch(this.address(), { method: 'DELETE' }).catch(() => undefined);
  }

  private address(): string {
    return `${this.siteOrigin}/_dev/remotes/${this.source.name}`;
  }

  private async send(): Promise<void> {
    if (this.current === null) return;
    const [entry, ...moreEntries] = this.current.entries;
    const body = JSON.stringify({ entry, moreEntries, routes: this.source.routes, build: this.current.build });
    const answer = await fetch(this.address(), { method: 'PUT', headers: { 'content-type': 'application/json' }, body }).catch(() => null);
    this.say(answer === null ? 'no answer' : answer.ok ? null : `${answer.status} ${await answer.text()}`);
  }

  /** Says what changed, not what is still so. */
  private say(problem: string | null): void {
    const reached = problem === null;
    if (reached === this.reached) return;
    this.reached = reached;
    console.log(
      reached
        ? `${this.source.name} is now shown from this folder at ${this.siteOrigin}`
        : `The site at ${this.siteOrigin} does not take ${this.source.name} (${problem}). Is it running? Start it with npm start; this goes on trying.`,
    );
  }
}
