/** The revision that was served last, with the descriptors of its releases: what the edge starts with when nothing else answers. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { releaseDescriptorSchema } from '@site/contracts/release';
import { revisionSchema } from '@site/contracts/revision';
import { z } from 'zod';

const contentSchema = z.object({ revision: revisionSchema, releases: z.array(releaseDescriptorSchema) });
const fileSchema = z.object({ checksum: z.string(), content: z.string() });

export type LastKnownGood = z.infer<typeof contentSchema>;

/** @returns Null when there is none, or it is damaged. */
export async function readLastKnownGood(file: string): Promise<LastKnownGood | null> {
  try {
    const { checksum, content } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return checksum === checksumOf(content) ? contentSchema.parse(JSON.parse(content)) : null;
  } catch {
    return null;
  }
}

export async function writeLastKnownGood(file: string, state: LastKnownGood): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const content = JSON.stringify(state);
  // Several edges may share the directory.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify({ checksum: checksumOf(content), content }), { flush: true });
  await rename(unfinished, file);
}

const checksumOf = (content: string) => createHash('sha256').update(content).digest('hex');
