/** Starts a process with the roles that its environment names, and ends it in order. */
import { createLogger } from '@site/platform/logging';
import { parseServerConfig, type ServerConfig } from './config';
import { explainFailure } from './explain-failure';
import type { SampleAccount } from './sample-data';
import { startServices, type RunningServices } from './start-services';

/** Said to the program that started this one, if it listens. */
export interface ListeningMessage {
  type: 'listening';
  /** Address for people on this machine. */
  address: string;
  dataDir: string;
  /** To sign in with, in development. */
  accounts: SampleAccount[];
}

let config: ServerConfig | null = null;
let logger = createLogger();
process.on('uncaughtException', (err) => {
  // Node would print the error with all that hangs on it, the parameters of a query included.
  logger.fatal({ err }, 'a failure that nobody handles ends the process');
  process.exit(1);
});

try {
  config = parseServerConfig(process.env);
  logger = createLogger(config.logging);
  const services = await startServices(config, logger);
  endInOrder(services);
  services.opened.catch(giveUp);
  const message: ListeningMessage = {
    type: 'listening',
    address: config.publicOrigin,
    dataDir: config.dataDir,
    accounts: services.accounts,
  };
  process.send?.(message);
} catch (error) {
  giveUp(error);
}

function giveUp(error: unknown): never {
  const explanation = explainFailure(error, config);
  if (explanation === null) logger.fatal({ err: error }, 'the process cannot start');
  else console.error(explanation);
  process.exit(1);
}

function endInOrder({ close, server }: RunningServices): void {
  let ending = false;
  const end = (reason: string) => {
    // Whoever asks twice does not want to wait.
    if (ending) process.exit(1);
    ending = true;
    server.log.info({ reason }, 'stopping');
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.log.error({ err: error }, 'not stopped in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => end('SIGINT'));
  process.on('SIGTERM', () => end('SIGTERM'));
  // The program that started this one is gone, and so is the terminal that shows its messages.
  if (process.connected) process.on('disconnect', () => end('disconnect'));
}
