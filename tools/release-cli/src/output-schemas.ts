/**
 * What commands print with `--json`. Programs build on it: within a version fields only come, and none goes or means something else.
 * The tests of the commands hold what these print against it.
 */
import { changeSchema } from '@site/release-model/changes';
import { endedPlanSchema } from '@site/release-model/ended-plans';
import { planSchema, stepSchema } from '@site/release-model/plan';
import { proposalSchema } from '@site/release-model/proposal';
import { namedRehearsalSchema, rehearsalSchema, rehearsalSummarySchema } from '@site/release-model/rehearsal';
import { prefixesSchema } from '@site/release-model/release-checks';
import {
  adoptionSchema,
  auditEntrySchema,
  collectionSchema,
  detailedReleaseSchema,
  edgeSchema,
  environmentSchema,
  grantSchema,
  issuedPreviewSchema,
  listedEnvironmentSchema,
  planProspectSchema,
  releaseSchema,
  remoteSchema,
  teamSchema,
  tokenSchema,
  versionedRulesSchema,
  whoamiSchema,
} from '@site/release-model/registry-answers';
import { freezeSchema } from '@site/release-model/rules';
import { revisionSummarySchema } from '@site/release-model/revision';
import { deliverySchema, detailedDeliverySchema, webhookSchema, webhookWithSecretSchema } from '@site/release-model/webhook-answers';
import * as z from 'zod/mini';

export const SCHEMA_VERSION = 1;

const orNull = z.nullable;
const isDryRun = z.literal(true);

/** Of every command that ends with another code than 0. */
export const failureSchema = z.object({
  error: z.object({ code: orNull(z.string()), message: z.string(), details: z.optional(z.record(z.string(), z.unknown())) }),
});

const publishedSchema = z.object({
  releases: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      id: z.string(),
      /** Bytes of all files, uncompressed. */
      size: z.int(),
      /** False if the same contents were published before and are kept. */
      published: z.boolean(),
      /** Whether package.json has the version from now on. */
      bumped: z.boolean(),
      /** Whether it was yanked before: it cannot become live until that is taken back. */
      yanked: z.boolean(),
    }),
  ),
});

const listSchema = z.union([
  z.object({ remotes: z.array(z.object({ ...remoteSchema.shape, live: orNull(z.string()) })) }),
  z.object({ releases: z.array(z.object({ ...releaseSchema.shape, live: z.boolean() })) }),
]);

const healthSchema = orNull(z.object({ documents: z.int(), failures: z.int(), perThousand: orNull(z.number()) }));

const head = revisionSummarySchema.shape;

const statusSchema = z.object({
  /** Null before the first. */
  revision: orNull(
    z.object({
      ...{ number: head.number, epoch: head.epoch, cause: head.cause },
      ...{ createdBy: head.createdBy, createdAt: head.createdAt, reason: head.reason },
    }),
  ),
  lock: environmentSchema.shape.lock,
  /** The freeze that holds now, `until` null where its end is further away than eight weeks; null without one, and without a token. */
  frozen: orNull(z.object({ until: orNull(z.iso.datetime()), reason: z.string() })),
  /** How many wait for approval; null without a token. */
  proposals: orNull(z.int()),
  /** Those that are under way; null without a token. */
  plans: orNull(z.array(planSchema)),
  edges: z.array(edgeSchema),
  releases: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      id: z.string(),
      candidate: orNull(z.object({ version: z.string(), basisPoints: z.int() })),
      /** Version of what takes over where the release does not load. */
      fallback: orNull(z.string()),
      /** What visitors read while the part is switched off. */
      disabled: orNull(z.string()),
      team: z.string(),
      commit: orNull(z.string()),
      size: z.int(),
      publishedBy: z.string(),
      publishedAt: z.iso.datetime(),
      /** Of the last hour; null without a token, and where there is no candidate. */
      health: z.object({ stable: healthSchema, candidate: healthSchema }),
    }),
  ),
});

const valueDiff = { from: orNull(z.string()), to: orNull(z.string()) };

const diffSchema = z.object({
  from: z.string(),
  to: z.string(),
  changes: z.array(changeSchema),
  releases: z.array(
    z.object({
      name: z.string(),
      ...valueDiff,
      routes: z.array(
        z.object({
          path: z.string(),
          ...valueDiff,
          fields: z.array(z.object({ field: z.enum(['page', 'title', 'access', 'redirect']), ...valueDiff })),
        }),
      ),
      modules: z.array(z.object({ module: z.string(), kind: z.enum(['provides', 'requires']), ...valueDiff })),
      /** Bytes, uncompressed; null: there is no such file. */
      files: z.array(z.object({ path: z.string(), from: orNull(z.int()), to: orNull(z.int()) })),
      size: z.object({ from: z.int(), to: z.int() }),
    }),
  ),
});

const linkSchema = z.object({ url: z.url(), token: z.string(), expiresAt: z.iso.datetime() });

const bisectSchema = z.object({
  firstBad: z.object({
    ...{ number: head.number, cause: head.cause, createdBy: head.createdBy },
    ...{ createdAt: head.createdAt, reason: head.reason, changes: head.changes },
  }),
  steps: z.array(z.object({ revision: z.int(), verdict: z.enum(['good', 'bad', 'skip']), reason: z.optional(z.string()) })),
});

/** Once all of them serve it; not with `--no-wait`. */
const edgesSchema = z.optional(z.object({ serving: z.int(), known: z.int() }));

/** Of a revision that was made, would be made, or need not be made. */
const revisionSchema = z.object({
  revision: z.int(),
  changes: z.array(changeSchema),
  /** Plans that it ends, with who made them; not where nothing changes. */
  endsPlans: z.optional(z.array(endedPlanSchema)),
  edges: edgesSchema,
  dryRun: z.optional(isDryRun),
  /** The newest of these releases; only with `--dry-run`, and not where there was none. */
  rehearsal: z.optional(namedRehearsalSchema),
});

/** With `--propose` the proposal. */
const changedSchema = z.union([proposalSchema, revisionSchema]);
const plannedSchema = z.object({
  steps: z.array(stepSchema),
  startsAt: orNull(z.iso.datetime()),
  dryRun: isDryRun,
  /** What the last step would change; null if it is refused as things are now. */
  changes: orNull(z.array(changeSchema)),
  refusals: planProspectSchema.shape.refusals,
});
const promotedSchema = z.union([proposalSchema, planSchema, plannedSchema, revisionSchema]);
const plansSchema = z.object({ plans: z.array(planSchema) });
const abortedSchema = z.union([
  proposalSchema,
  z.object({ ...plansSchema.shape, revision: z.int() }),
  z.object({ ...plansSchema.shape, dryRun: isDryRun }),
  revisionSchema,
]);
const tokensSchema = z.object({ tokens: z.array(tokenSchema) });

/** `unfrozen`: the freeze that was taken away, if one was. */
const rulesSchema = z.object({ ...versionedRulesSchema.shape, unfrozen: z.optional(freezeSchema) });

const gateSchema = z.object({
  gate: z.string(),
  passed: z.boolean(),
  /** Of what is refused. */
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
});

/** With `--save-target` the file that was written. */
const checkedSchema = z.union([
  z.object({
    passed: z.literal(true),
    releases: z.array(z.object({ release: z.string(), gates: z.array(gateSchema) })),
    /** Of a promotion of all of them. */
    together: z.array(gateSchema),
    target: z.object({ environment: z.string(), revision: z.int() }),
  }),
  z.object({ environment: z.string(), revision: z.int(), file: z.string() }),
]);

/** By the words of the command. */
export const OUTPUTS: Readonly<Record<string, z.ZodMiniType>> = {
  publish: publishedSchema,
  check: checkedSchema,
  list: listSchema,
  show: detailedReleaseSchema,
  status: statusSchema,
  history: z.object({ revisions: z.array(revisionSummarySchema) }),
  adoption: adoptionSchema,
  diff: diffSchema,
  audit: z.object({ entries: z.array(auditEntrySchema) }),
  verify: z.object({ revision: z.int(), releases: z.int(), files: z.int() }),
  preview: linkSchema,
  'preview list': z.object({ previews: z.array(issuedPreviewSchema) }),
  'preview revoke': issuedPreviewSchema,
  inspect: linkSchema,
  /** One each time the link changes. */
  dev: z.object({ ...linkSchema.shape, entry: z.url() }),
  new: z.object({ name: z.string(), files: z.array(z.string()) }),
  rehearse: rehearsalSchema,
  'rehearsal list': z.object({ rehearsals: z.array(rehearsalSummarySchema) }),
  /** `folder`: where the pictures were written. */
  'rehearsal show': z.object({ ...rehearsalSchema.shape, folder: z.optional(z.string()) }),
  replay: linkSchema,
  bisect: bisectSchema,
  promote: promotedSchema,
  abort: abortedSchema,
  rollback: changedSchema,
  disable: changedSchema,
  enable: changedSchema,
  retire: changedSchema,
  yank: changedSchema,
  restore: changedSchema,
  policy: changedSchema,
  epoch: changedSchema,
  'plan list': plansSchema,
  'plan show': planSchema,
  pause: planSchema,
  resume: planSchema,
  continue: planSchema,
  proposals: z.object({ proposals: z.array(proposalSchema) }),
  approve: z.object({ ...proposalSchema.shape, edges: edgesSchema }),
  reject: proposalSchema,
  withdraw: proposalSchema,
  lock: environmentSchema,
  unlock: environmentSchema,
  'environment list': z.object({ environments: z.array(listedEnvironmentSchema) }),
  'environment create': listedEnvironmentSchema,
  'environment remove': z.object({ removed: z.string() }),
  'environment rules': rulesSchema,
  freeze: versionedRulesSchema,
  unfreeze: rulesSchema,
  prefixes: z.object({ name: z.string(), prefixes: prefixesSchema }),
  gc: z.object({ ...collectionSchema.shape, dryRun: z.boolean() }),
  login: whoamiSchema,
  logout: z.object({ wasSignedIn: z.boolean() }),
  whoami: whoamiSchema,
  'token create': z.object({ token: tokenSchema, secret: z.string() }),
  'token list': tokensSchema,
  'token revoke': tokensSchema,
  'team create': teamSchema,
  'team list': z.object({ teams: z.array(teamSchema) }),
  'team show': z.object({ ...teamSchema.shape, grants: z.array(grantSchema) }),
  'team add': teamSchema,
  'team remove': teamSchema,
  'grant add': grantSchema,
  'grant list': z.object({ grants: z.array(grantSchema) }),
  'grant revoke': grantSchema,
  'webhook add': webhookWithSecretSchema,
  'webhook list': z.object({ webhooks: z.array(webhookSchema) }),
  'webhook show': webhookSchema,
  'webhook remove': webhookSchema,
  'webhook disable': webhookSchema,
  'webhook enable': webhookSchema,
  'webhook rotate': webhookWithSecretSchema,
  'webhook test': detailedDeliverySchema,
  'webhook deliveries': z.union([detailedDeliverySchema, z.object({ deliveries: z.array(deliverySchema) })]),
  'webhook redeliver': detailedDeliverySchema,
};
