/** What happens by the clock: accounts whose grace period is over are erased, expired bot tokens forgotten, photos removed that nobody shows. */
import type { ApiServices } from './api-server';
import { forgetExpiredTokens } from './bot-check/spent-tokens.repository';
import { removeForgottenPhotos } from './photo/remove-forgotten-photos';
import { eraseDueAccounts, type ErasureServices } from './privacy/erasure';
import { keepErasures } from './privacy/kept-erasures';

type HousekeepingServices = ErasureServices & Pick<ApiServices, 'storage'>;

const EVERY_MS = 15 * 60_000;

/** Runs at once and every quarter of an hour. @returns A function that ends it, resolving when the run in progress is done. */
export function startHousekeeping(services: HousekeepingServices): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const note = () => keepErasures(services).catch((err: unknown) => services.logger.warn({ err }, 'erasures could not be noted'));
  const run = () => {
    running = running
      .then(async () => {
        await note();
        if ((await eraseDueAccounts(services)) > 0) await note();
        await forgetExpiredTokens(services.database.db);
        await removeForgottenPhotos(services);
      })
      .catch((err: unknown) => services.logger.warn({ err }, 'housekeeping failed'));
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
