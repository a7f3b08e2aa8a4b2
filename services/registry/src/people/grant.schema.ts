import { releaseNameSchema } from '@site/contracts/release';
import { grantSchema as answered } from '@site/release-model/registry-answers';
import { z } from 'zod';
import { HOLDER_KINDS, ROLES } from '../tables';
import type { Grant } from './grant.repository';
import { EVERYTHING } from './scope';

/** Parts by name; `*` for all. */
export const partsSchema = z
  .array(z.union([z.literal(EVERYTHING), releaseNameSchema]))
  .min(1)
  .max(50);

/** Names of environments; `*` for all. */
export const environmentsSchema = z.array(z.string()).min(1).max(50);

export const grantSchema = z.object({
  ...answered.shape,
  id: z.uuid(),
  holder: z.object({ kind: z.enum(HOLDER_KINDS), name: z.string().nullable() }),
  role: z.enum(ROLES),
});

/** @param handles By subject. */
export function grantInJson({ holderKind, holder, ...grant }: Grant, handles: ReadonlyMap<string, string>): z.input<typeof grantSchema> {
  const { createdAt, expiresAt, revokedAt, ...rest } = grant;
  return {
    ...rest,
    holder: { kind: holderKind, name: holderKind === 'person' ? (handles.get(holder) ?? null) : holder },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
