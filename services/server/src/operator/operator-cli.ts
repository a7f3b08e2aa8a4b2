/** The `operator` command: on the database itself, or through the running site where that one alone can open it. */
import { ConfigError } from '@site/platform/config';
import { DataInUseError } from '@site/platform/data-lock';
import { openDatabase } from '@site/platform/database';
import { isDatabaseDown } from '@site/platform/database-down';
import { summarizeError } from '@site/platform/error-summary';
import { AppError } from '@site/platform/errors';
import { migratePlatform } from '@site/platform/platform-migrations';
import { migrateRegistry } from '@site/registry/migrations';
import { parseServerConfig, type ServerConfig } from '../config';
import { prepareDatabase } from '../prepare-database';
import { DATABASE_ROLES, groupOf } from '../database-rights';
import { explainFailure } from '../explain-failure';
import { openMembers } from '../members';
import { type Answer, askRunningSite } from './channel';
import { FROM_CHECKOUT, parseCommand, usage, UsageError } from './command';
import { Refused } from './find-user';
import { type Installation, runCommand } from './run-command';

const NO_USERS = 'The embedded database has no users: one process has it to itself. Name a server with DATABASE_URL.';

type Env = Record<string, string | undefined>;

/** Without npm, as in a container, it is called by its name alone. */
const WITHOUT_NPM = 'operator';

/** The whole command: arguments and environment in, exit code and text out. A running site does not know how it was typed: that is mended here. */
export async function operator(argv: string[], env: Env): Promise<Answer> {
  const { exitCode, text } = await carryOut(argv, env);
  return { exitCode, text: env.npm_lifecycle_event === 'operator' ? text : text.replaceAll(FROM_CHECKOUT, WITHOUT_NPM) };
}

async function carryOut(argv: string[], env: Env): Promise<Answer> {
  if (argv.includes('--help')) return { exitCode: 0, text: usage() };
  let config: ServerConfig | null = null;
  try {
    const { name } = parseCommand(argv);
    if (name === 'prepare-database') {
      // It needs no secret of a role.
      config = parseServerConfig({ ...env, ROLES: env.DATABASE_URL ? 'registry' : undefined });
      return await prepare(config);
    }
    // People are known to a process as they are to the api, whatever roles play around it.
    config = parseServerConfig({ ...env, ROLES: env.DATABASE_URL ? 'api' : undefined });
    return await onDatabase(config, argv);
  } catch (error) {
    if (error instanceof DataInUseError && config) return throughSite(config.dataDir, argv, error);
    const text = error instanceof UsageError ? error.message : (sentenceFor(error, config) ?? unforeseen(error));
    return { exitCode: error instanceof UsageError || error instanceof ConfigError ? 2 : 1, text };
  }
}

/** A server waits for its database; a command does not. */
const sentenceFor = (error: unknown, config: ServerConfig | null): string | null =>
  isDatabaseDown(error) ? 'The database of DATABASE_URL does not answer.' : explainFailure(error, config);

/** Node would print the error with all that hangs on it, the parameters of a query included: what people wrote, and passwords. */
const unforeseen = (error: unknown): string => `The command failed: ${JSON.stringify(summarizeError(error), null, 2)}`;

async function prepare({ databaseUrl: url, dataDir }: ServerConfig): Promise<Answer> {
  if (url === undefined) return { exitCode: 1, text: NO_USERS };
  const database = await openDatabase({ url, dataDir });
  try {
    const newer = await prepareDatabase(database);
    if (newer !== null)
      return {
        exitCode: 0,
        text: `The database is that of a newer version (${newer}), and this one can use it. Rights stay as that one gave them.`,
      };
    const groups = DATABASE_ROLES.map(groupOf).join(', ');
    return {
      exitCode: 0,
      text: `The tables are up to date. Their rights are those of ${groups}, of which the users of the roles are members.`,
    };
  } finally {
    await database.close();
  }
}

async function onDatabase(config: ServerConfig, argv: string[]): Promise<Answer> {
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  try {
    await migratePlatform(database);
    await migrateRegistry(database);
    return await answerCommand(argv, { database, ...(await openMembers(config, database)) });
  } finally {
    await database.close();
  }
}

async function throughSite(dataDir: string, argv: string[], { pid }: DataInUseError): Promise<Answer> {
  const answer = await askRunningSite(dataDir, argv);
  if (answer) return answer;
  return {
    exitCode: 1,
    text: `The site that uses ${dataDir} is running as process ${pid}, and takes no commands. Stop it, repeat the command, and start it again.`,
  };
}

/** Runs a command on what is open already. What cannot be done is told in one sentence. */
export async function answerCommand(argv: string[], site: Installation): Promise<Answer> {
  try {
    return { exitCode: 0, text: await runCommand(parseCommand(argv), site) };
  } catch (error) {
    if (error instanceof UsageError) return { exitCode: 2, text: error.message };
    if (error instanceof Refused || error instanceof AppError) return { exitCode: 1, text: error.message };
    throw error;
  }
}
