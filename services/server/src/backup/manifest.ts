/** The first entry of a backup: what the archive holds. Whatever it does not name is not restored. */
import { z } from 'zod';

export const MANIFEST = 'manifest.json';
/** Folder of the archive that holds the data. */
export const CONTENT = 'data';
export const KIND = 'site-data';
/** Raised when an older product could not restore what a newer one writes. */
export const FORMAT = 1;

const pathSchema = z
  .string()
  .max(4_096)
  // A path can name nothing outside the folder that it is relative to, on any system.
  .refine((path) => path.split('/').every((name) => /^[^/\\:\0]+$/.test(name) && name !== '.' && name !== '..'), 'it is not a plain path');
const modeSchema = z.int().min(0).max(0o777);

export const manifestSchema = z.strictObject({
  kind: z.literal(KIND),
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Names of the migrations that the database has, by service. */
  migrations: z.record(z.string().regex(/^[a-z_]+$/), z.array(z.string().regex(/^\w+\.sql$/))),
  folders: z.array(z.strictObject({ path: pathSchema, mode: modeSchema })),
  /** `size` in bytes, `sha256` in hex. */
  files: z.array(
    z.strictObject({ path: pathSchema, mode: modeSchema, size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ArchivedFile = Manifest['files'][number];
