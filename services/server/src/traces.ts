/** Traces of this process, where the settings name who collects them. */
import type { Logger } from '@site/platform/logging';
import { startTracing } from '@site/platform/tracing';
import { ROLES, type ServerConfig } from './config';

/** To be called before anything else is opened. @returns What sends the rest and ends it. */
export async function startTraces(config: ServerConfig, logger: Logger): Promise<() => Promise<void>> {
  if (!config.traces) return async () => undefined;
  const { endpoint, serviceName } = config.traces;
  return startTracing({
    endpoint,
    serviceName: serviceName ?? nameOf(config),
    ownOrigins: new Set([config.publicOrigin, config.registryUrl, config.identityUrl]),
    onFailure: (err) => logger.warn({ err }, 'traces do not arrive'),
  });
}

/** `site`, or `site-edge` for a process with some of the roles. */
const nameOf = ({ roles }: ServerConfig): string => ['site', ...(roles.size < ROLES.length ? roles : [])].join('-');
