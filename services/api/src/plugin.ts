/** The product API as one Fastify plugin. Register it under a prefix, such as `/api`, after `migrateApi` and `migratePlatform`. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { allowOrigins } from '@site/platform/cross-origin';
import type { Database } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import type { TokenVerifier } from '@site/platform/jwt';
import type { Logger } from '@site/platform/logging';
import { migrate, type MigrationOptions } from '@site/platform/migrate';
import type { Storage } from '@site/platform/storage';
import { startWakeableWorker } from '@site/platform/wakeable-worker';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { guardRoutes } from './access';
import type { ApiServices } from './api-server';
import { createAltchaCheck } from './bot-check/altcha-check';
import type { BotCheck } from './bot-check/bot-check';
import { createRecaptchaCheck } from './bot-check/recaptcha-check';
import { type ApiConfig, readingOrigins } from './config';
import { addFaultSwitch } from './faults';
import { queueGroupMails } from './desk/mails/group-mail-worker';
import { startHousekeeping } from './housekeeping';
import { createLimits } from './limits';
import { describeApi } from './openapi';
import { deletePictures } from './photo/photo-files';
import { addReferencePage } from './reference-page';
import { addRoutes } from './routes';
import { startSignupWorker } from './signup/signup-worker';

export interface ApiOptions {
  database: Database;
  /** Profile photos are kept in its folder `photos`. */
  storage: Storage;
  identityAdmin: IdentityAdmin;
  tokenVerifier: TokenVerifier;
  logger: Logger;
  config: ApiConfig;
}

export const apiMigrations: MigrationOptions = { name: 'api', folder: fileURLToPath(new URL('../migrations', import.meta.url)) };

export const migrateApi = (database: Database): Promise<void> => migrate(database, apiMigrations);

export const apiPlugin: FastifyPluginAsync<ApiOptions> = async (fastify, options) => {
  const app = fastify.withTypeProvider<ZodTypeProvider>();
  const { database, storage, identityAdmin, tokenVerifier, logger, config } = options;
  const basePath = fastify.prefix;
  const signups = startSignupWorker({ database, identityAdmin, logger });
  const groupMails = startWakeableWorker({
    work: (isStopped) => queueGroupMails({ database, config, basePath }, isStopped),
    logger,
    failure: 'mails to peer groups cannot be queued',
  });
  const services: ApiServices = {
    database,
    storage,
    identityAdmin,
    config,
    logger,
    basePath,
    botCheck: createBotCheck(config),
    limits: createLimits(database, config),
    wakeSignups: signups.wake,
    wakeGroupMails: groupMails.wake,
    deletePhoto: (key) => deletePictures(storage, key),
  };
  const stopHousekeeping = startHousekeeping(services);
  fastify.addHook('onClose', async () => {
    await Promise.all([signups.stop(), groupMails.stop()]);
    await stopHousekeeping();
  });

  await allowOrigins(fastify, readingOrigins(config));
  // With the hooks of this plugin, which an address of no route has nothing of otherwise.
  fastify.setNotFoundHandler(async () => {
    throw platformError('not-found');
  });
  guardRoutes(fastify, tokenVerifier, database.db);
  await describeApi(app, { basePath, brand: config.BRAND });
  if (config.FAULTS === 'on') addFaultSwitch(app, basePath);
  if (config.NODE_ENV !== 'production') addReferencePage(app);
  await addRoutes(app, services);
};

function createBotCheck(config: ApiConfig): BotCheck {
  if (config.RECAPTCHA_SECRET) {
    return createRecaptchaCheck({
      secret: config.RECAPTCHA_SECRET,
      minScore: config.RECAPTCHA_MIN_SCORE,
      verifyUrl: config.RECAPTCHA_VERIFY_URL,
      host: new URL(config.SITE_URL).hostname,
    });
  }
  // Without a configured secret, challenges are valid for the life of this process, which development does not notice.
  const secret = config.BOT_CHECK_SECRET ?? randomBytes(32).toString('hex');
  return createAltchaCheck({
    secret,
    accepted: config.BOT_CHECK_ACCEPTED_SECRETS,
    maxWork: config.BOT_CHECK_WORK,
    lifeSeconds: config.BOT_CHECK_SECONDS,
  });
}
