/** Links to releases that are not live. They are signed, and edges verify them by themselves. What is kept says that they were made, and not what they are. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { type ReleaseDescriptor, releaseNameSchema, SHELL_NAME } from '@site/contracts/release';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { assertPathsFree, localOrigins, type LocalParts, localPartSchema } from '@site/release-model/local-part';
import { type Preview, previewed, signPreview } from '@site/release-model/preview';
import { previewSchema } from '@site/release-model/registry-answers';
import { assertFitTogether } from '@site/release-model/solver';
import { releasesOf } from '@site/release-model/target';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findRules } from '../environments/environment.repository';
import { environmentParams } from '../environments/environment.schema';
import { registryError, translated } from '../errors';
import { reasonSchema } from '../reason';
import type { Descriptors } from '../releases/descriptors';
import { findReleases, requestedReleasesSchema } from '../revisions/requested-command';
import { findCurrent } from '../revisions/revision.repository';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { recordPreview } from './issued-preview.repository';
import { assertShowable, expiresInHoursSchema, hoursAfter } from './link';

const MOST_LOCAL_PARTS = 10;
/** Nothing about a local part is verified, so that a link to one is for work in progress. */
const LOCAL_HOURS = 24;

const localSchema = z
  .record(releaseNameSchema, localPartSchema)
  .refine((local) => Object.keys(local).length > 0, 'it names no part')
  .refine((local) => Object.keys(local).length <= MOST_LOCAL_PARTS, `it names more than ${MOST_LOCAL_PARTS} parts`)
  .refine((local) => !(SHELL_NAME in local), 'the shell is no local part');

const schema = {
  params: environmentParams,
  body: z.object({
    /** None shows what is live, with the inspector. */
    releases: z.optional(requestedReleasesSchema),
    /** Remotes that come from the machine of whoever looks at the preview, by name. */
    local: localSchema.optional(),
    expiresInHours: expiresInHoursSchema,
    /** Why it is made, for those who see it in the list. */
    reason: reasonSchema.nullish(),
  }),
  response: {
    201: previewSchema,
    ...refusals(400, 401, 403, 404, 409, 422, 503),
  },
};

export interface PreviewOptions {
  database: Database;
  descriptors: Descriptors;
  signingKey: KeyObject;
  now: () => Date;
  /** @throws AppError if edges could not read a release. */
  assertReadable: (release: ReleaseDescriptor) => Promise<void>;
}

interface PreviewRouteOptions extends PreviewOptions {
  /** Whether an environment whose rules do not say so allows local parts. */
  localPreviews: boolean;
}

export const previewRoute: FastifyPluginAsyncZod<PreviewRouteOptions> = async (fastify, options) => {
  const { db } = options.database;

  /** @throws AppError if edges could not show it as things are. */
  async function assertShown(preview: Preview, local: LocalParts): Promise<void> {
    const live = await findCurrent(db, preview.environment);
    if (!live) throw registryError('no-revision');
    const refs = [...releasesOf(live.target.parts), ...Object.values(preview.parts)];
    const read = await options.descriptors.load(
      db,
      refs.map(({ id }) => id),
    );
    for (const { id } of Object.values(preview.parts)) await options.assertReadable(read(id));
    const { parts } = previewed(live.target, preview);
    assertFitTogether(parts, read);
    assertPathsFree(
      local,
      releasesOf(parts).map(({ id }) => read(id)),
    );
  }

  /** @throws AppError `local-preview-not-allowed` where neither the rules nor the mode of the site allow local parts. */
  async function assertLocalAllowed(environment: string): Promise<void> {
    const { rules } = await findRules(db, environment);
    if (rules.localPreviews ?? options.localPreviews) return;
    throw registryError('local-preview-not-allowed', {
      message: `The rules of ${environment} do not allow previews with parts that come from somebody's own machine.`,
    });
  }

  fastify.post('/previews', { schema, onRequest: requireToken(db, 'publish', 'promote') }, async (request, reply) => {
    const { environment } = request.params;
    const actor = actorOf(request);
    const { releases = {}, local, expiresInHours, reason = null } = request.body;
    const named = [...Object.keys(releases), ...Object.keys(local ?? {})];
    assertCovers(actor, named);
    if (local) await assertLocalAllowed(environment);
    const parts = await findReleases(db, releases);
    await assertShowable(db, parts);

    const expiresAt = hoursAfter(options.now(), local ? Math.min(expiresInHours, LOCAL_HOURS) : expiresInHours);
    const common = { environment, id: randomUUID(), parts, expiresAt, createdBy: actor.name };
    const preview: Preview = local ? { schema: 3, ...common, local } : { schema: 1, ...common };
    const token = await assertShown(preview, local ?? {})
      .then(() => signPreview(preview, options.signingKey))
      .catch((error: unknown) => {
        throw translated(error);
      });
    const subject = [
      ...Object.entries(parts).map(([name, { version }]) => `${name}@${version}`),
      ...localOrigins(local ?? {}).map(({ name, origin }) => `${name} from ${origin}`),
    ].join(' ');
    await recordPreview(options, preview, {
      ...{ kind: 'preview', subject: subject || 'what is live', parts: named, reason },
      shows: parts,
    });
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ url: `/_preview/${token}`, token, expiresAt });
  });
};
