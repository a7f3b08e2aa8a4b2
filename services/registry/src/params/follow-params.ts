/** Makes the parameters that operators give live, in every environment. */
import type { Params } from '@site/contracts/params';
import { AppError } from '@site/platform/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Execute } from '../revisions/execute';
import { EVERYTHING } from '../people/scope';
import type { Actor } from '../tokens/principal';
import type { ParamsSource } from './params-source';

const ACTOR: Actor = { name: 'params-file', parts: [EVERYTHING], partsIn: () => [EVERYTHING], hasToken: false, isProgram: true };
const RETRY_MS = 5_000;

/** They are live already, or nothing is live yet: the first target takes them by itself. */
const NOTHING_TO_DO: ReadonlySet<string> = new Set(['nothing-changes', 'shell-missing']);

interface FollowParamsOptions {
  source: ParamsSource;
  execute: Execute;
  /** Those that there are at the moment. */
  environments: () => Promise<readonly string[]>;
  logger: FastifyBaseLogger;
}

/** @returns A function that ends it, once what is under way is done. */
export async function followParams({ source, execute, environments, logger }: FollowParamsOptions): Promise<() => Promise<void>> {
  let retry: NodeJS.Timeout | undefined;
  let isEnded = false;

  async function apply(environment: string, params: Params): Promise<void> {
    try {
      await execute(ACTOR, { environment, expectedRevision: null, command: { kind: 'params', params }, reason: null });
    } catch (err) {
      if (err instanceof AppError && NOTHING_TO_DO.has(err.code)) return;
      retryLater(err, `parameters are not live in ${environment} yet`);
    }
  }

  function retryLater(err: unknown, message: string): void {
    logger.error({ err }, message);
    if (isEnded) return;
    clearTimeout(retry);
    retry = setTimeout(applyAll, RETRY_MS).unref();
  }

  async function applyEverywhere(): Promise<void> {
    try {
      for (const environment of await environments()) await apply(environment, source.current);
    } catch (err) {
      retryLater(err, 'the environments cannot be read');
    }
  }

  let underWay = Promise.resolve();
  function applyAll(): void {
    clearTimeout(retry);
    underWay = underWay.then(applyEverywhere);
  }

  applyAll();
  await underWay;
  source.watch(applyAll);
  return async () => {
    isEnded = true;
    source.close();
    clearTimeout(retry);
    await underWay;
  };
}
