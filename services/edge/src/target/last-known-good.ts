/** The target that was served last, with the descriptors of its releases: what the edge starts with when nothing else answers. */
import { readFile } from 'node:fs/promises';
import { type ReleaseDescriptor, releaseDescriptorSchema } from '@site/contracts/release';
import { envelopeSchema } from '@site/release-model/envelope';
import { memoize } from '@site/release-model/memoize';
import { z } from 'zod';

/** The signature of the envelope and the ids in the target show whether it is damaged. */
const fileSchema = z.object({ envelope: envelopeSchema, releases: z.array(releaseDescriptorSchema) });

export type LastKnownGood = z.infer<typeof fileSchema>;

/** @returns Null when there is none, or it has another form. */
export async function readLastKnownGood(file: string): Promise<LastKnownGood | null> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** As it is on disk. A target has most of its releases in common with the one before. */
export const lastKnownGoodText = ({ envelope, releases }: LastKnownGood): string =>
  `{"envelope":${JSON.stringify(envelope)},"releases":[${releases.map(textOf).join()}]}`;

const textOf = memoize((release: ReleaseDescriptor) => JSON.stringify(release));
