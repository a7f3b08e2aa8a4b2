/** What a registry answers over HTTP, as those read it who ask: the release command and the console. */
import { releaseDescriptorSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import type { proposalSchema } from './proposal';
import { prefixesSchema } from './release-checks';
import { releaseRefSchema } from './release-id';
import { revisionSchema } from './revision';
import { rulesSchema } from './rules';

const releaseEventSchema = z.object({ at: z.iso.datetime(), by: z.string(), reason: z.nullable(z.string()) });

export const releaseSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** Identity of the release, and that of what it consists of, whatever the version. SHA-256 in hex. */
  id: z.string(),
  contentDigest: z.string(),
  /** Bytes of all files, uncompressed. */
  size: z.int(),
  /** That it was built from, if the build knew it. */
  commit: z.nullable(z.string()),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
  /** Set for a release that must not become live any more. */
  yanked: z.nullable(releaseEventSchema),
  /** Set for a release whose files are not kept any more: publishing the same brings them back. */
  collected: z.nullable(releaseEventSchema),
});
export const detailedReleaseSchema = z.object({ ...releaseSchema.shape, descriptor: releaseDescriptorSchema });
export const remoteSchema = z.object({
  name: z.string(),
  team: z.string(),
  /** Where its paths may begin; null for anywhere. */
  prefixes: prefixesSchema,
  releases: z.int(),
  lastPublishedAt: z.nullable(z.iso.datetime()),
});

export const environmentSchema = z.object({
  name: z.string(),
  epoch: z.int(),
  /** Number of the live revision; 0 before the first. */
  revision: z.int(),
  lock: z.nullable(z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })),
});
export const versionedRulesSchema = z.object({
  /** Counts their changes, from 0 for those that nobody has set. */
  version: z.int(),
  rules: rulesSchema,
});
export const listedEnvironmentSchema = z.object({ ...environmentSchema.shape, rules: versionedRulesSchema });
export const edgeSchema = z.object({
  id: z.string(),
  /** What it serves. */
  epoch: z.int(),
  number: z.int(),
  /** Whether that is nothing that this registry has decided. A registry of before does not say. */
  strayed: z.optional(z.boolean()),
  /** Sentences about what it could not read or verify. */
  defects: z.array(z.string()),
  seenAt: z.iso.datetime(),
});

export const edgesSchema = z.object({ edges: z.array(edgeSchema) });

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  verbs: z.array(z.string()),
  /** Parts and environments that it covers; `*` for all. */
  parts: z.array(z.string()),
  environments: z.array(z.string()),
  state: z.enum(['valid', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Null for good. */
  expiresAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
  lastUsedOn: z.nullable(z.iso.date()),
});

/** Where people sign in, in the words of OAuth. */
export const signInProviderSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
  client_id: z.string(),
  scope: z.string(),
  redirect_uris: z.array(z.url()),
});

export const grantSchema = z.object({
  id: z.string(),
  /** A group of the identity provider, a team, or a person by handle; null for a person without one. */
  holder: z.object({ kind: z.enum(['group', 'team', 'person']), name: z.nullable(z.string()) }),
  role: z.string(),
  /** `*` for all. */
  parts: z.array(z.string()),
  environments: z.array(z.string()),
  state: z.enum(['valid', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Null for good. */
  expiresAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
});

/** Who asks. Of a person, `verbs`, `parts` and `environments` are all that occur in the grants, which say what goes together. */
export const whoamiSchema = z.object({
  ...tokenSchema.shape,
  kind: z.enum(['token', 'person']),
  /** Of a token. */
  id: z.nullable(z.string()),
  /** Of a person; null until they have chosen one. */
  handle: z.nullable(z.string()),
  /** Of the identity provider. */
  groups: z.array(z.string()),
  teams: z.array(z.string()),
  grants: z.array(grantSchema),
});

/** Releases that nobody needs. */
export const collectionSchema = z.object({
  releases: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      id: z.string(),
      publishedAt: z.iso.datetime(),
      /** Bytes of all files, uncompressed. */
      size: z.int(),
    }),
  ),
  /** Of the files that go: what other releases share stays. Uncompressed. */
  bytes: z.int(),
  /** Parts that are left for another time, because somebody publishes releases of them. */
  skipped: z.array(z.string()),
});

export const teamSchema = z.object({
  name: z.string(),
  /** Handles. */
  members: z.array(z.string()),
  parts: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
});

export const auditEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Who did or tried it: the name of a token or a person. */
  actor: z.string(),
  action: z.string(),
  environment: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  fromRevision: z.nullable(z.int()),
  toRevision: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  details: z.nullable(z.record(z.string(), z.unknown())),
});

export const healthSchema = z.object({
  parts: z.array(
    z.object({
      name: z.string(),
      releases: z.array(
        z.object({
          id: z.string(),
          version: z.string(),
          /** Documents that had the release, and those of them in which the part failed. */
          documents: z.int(),
          failures: z.int(),
          /** 0 to 1; null without documents. */
          share: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});

const sampleSchema = z.object({ documents: z.int(), failures: z.int() });

/** What making a plan would lead to. */
export const planProspectSchema = z.object({
  /** That of its last step; null if it is refused as things are now. */
  revision: z.nullable(revisionSchema),
  /** What would be refused now: codes and sentences. It is judged again when it is due, and keeps nobody from making the plan. */
  refusals: z.array(z.object({ code: z.string(), error: z.string() })),
});

/** What the guard of a plan goes by: counted from the minute in which its first step was carried out. */
export const planHealthSchema = z.object({
  step: z.enum(['minute', 'hour']),
  /** Those that the plan names, as far as they are live. */
  parts: z.array(
    z.object({
      name: z.string(),
      candidate: releaseRefSchema,
      stable: releaseRefSchema,
      /** Counted up to the end of each minute or hour in which there was anything to count, oldest first. */
      times: z.array(z.object({ at: z.iso.datetime(), candidate: sampleSchema, stable: sampleSchema })),
    }),
  ),
});

export const adoptionSchema = z.object({
  since: z.iso.datetime(),
  step: z.enum(['minute', 'hour']),
  parts: z.array(
    z.object({
      name: z.string(),
      /** Documents since then, most first. */
      releases: z.array(z.object({ id: z.string(), version: z.string(), documents: z.int() })),
      /** Documents by version, for each minute or hour with any. */
      times: z.array(z.object({ at: z.iso.datetime(), documents: z.record(z.string(), z.int()) })),
      /** How the stable release became that. */
      promotion: z.nullable(
        z.object({
          revision: z.int(),
          version: z.string(),
          at: z.iso.datetime(),
          /** By when 99% of the documents had it; null while they have not. */
          reachedWithinSeconds: z.nullable(z.int()),
        }),
      ),
      deletable: z.array(z.object({ id: z.string(), version: z.string() })),
    }),
  ),
});

/** A link to releases that need not be live. */
export const previewSchema = z.object({
  /** Path of the site. */
  url: z.string(),
  token: z.string(),
  expiresAt: z.iso.datetime(),
});

/** A link to a preview or to a replay that was made, without the link itself: who has it sees what it shows. */
export const issuedPreviewSchema = z.object({
  /** Of the signed preview. */
  id: z.string(),
  /** Rises with each that is made. */
  number: z.int(),
  kind: z.enum(['preview', 'replay']),
  /** What it shows, in words: `mf-a@1.2.0`. */
  subject: z.string(),
  /** Parts that it names. */
  parts: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  reason: z.nullable(z.string()),
  /** Set for one that was taken back before it expired. */
  revoked: z.nullable(releaseEventSchema),
});

/** How often the parts failed, by release. */
export type Health = z.infer<typeof healthSchema>['parts'];
export type PlanProspect = z.infer<typeof planProspectSchema>;
export type PlanHealth = z.infer<typeof planHealthSchema>;
export type Adoption = z.infer<typeof adoptionSchema>;
export type Token = z.infer<typeof tokenSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export type Environment = z.infer<typeof environmentSchema>;
export type VersionedRules = z.infer<typeof versionedRulesSchema>;
/** As it arrives: a registry that is older leaves out what has a default. */
export type Proposal = z.input<typeof proposalSchema>;
/** An edge, as it reported itself within the last half minute. */
export type Edge = z.infer<typeof edgeSchema>;
export type Release = z.infer<typeof releaseSchema>;
export type Remote = z.infer<typeof remoteSchema>;
export type DetailedRelease = z.infer<typeof detailedReleaseSchema>;
export type ListedEnvironment = z.infer<typeof listedEnvironmentSchema>;
export type Link = z.infer<typeof previewSchema>;
export type IssuedPreview = z.infer<typeof issuedPreviewSchema>;
export type Whoami = z.infer<typeof whoamiSchema>;
export type SignInProvider = z.infer<typeof signInProviderSchema>;
export type Grant = z.infer<typeof grantSchema>;
export type Team = z.infer<typeof teamSchema>;
