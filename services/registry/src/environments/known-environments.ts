import type { Database } from '@site/platform/database';
import { hasEnvironment } from './environment.repository';

/** Channel of `Database.notify`: the payload is the name of an environment that was made or removed. */
export const ENVIRONMENT_CHANNEL = 'registry_environment';

/** Which environments there are. Remembers those that it was asked for, until any registry makes or removes one. */
export class KnownEnvironments {
  #known = new Set<string>();

  private constructor(
    private readonly database: Database,
    /** Ends the subscription. */
    readonly close: () => Promise<void>,
  ) {}

  static async open(database: Database): Promise<KnownEnvironments> {
    let forget = () => {};
    const close = await database.listen(ENVIRONMENT_CHANNEL, () => forget());
    const known = new KnownEnvironments(database, close);
    forget = () => void (known.#known = new Set());
    return known;
  }

  async has(name: string): Promise<boolean> {
    // What is read while they are forgotten is added to a set that nobody asks any more.
    const known = this.#known;
    if (known.has(name)) return true;
    const exists = await hasEnvironment(this.database.db, name);
    if (exists) known.add(name);
    return exists;
  }
}
