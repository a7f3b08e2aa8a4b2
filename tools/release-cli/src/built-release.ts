/** A build as the registry would get it, and what the gates of a publication say of it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { carriesHashes, type ReleaseDescriptor } from '@site/contracts/release';
import { Refusal } from '@site/release-model/refusal';
import {
  assertArchiveBounds,
  type BuiltRelease,
  type Finding,
  finding,
  parseDescriptor,
  publishFindings,
} from '@site/release-model/release-checks';
import { DESCRIPTOR } from '@site/release-model/release-id';
import { LIMITS } from '@site/release-model/release-limits';
import type { Build } from './foreign-build';
import { packRelease, readBuild } from './pack-release';

export interface Inspection {
  /** Null where `release.json` is no descriptor. */
  descriptor: ReleaseDescriptor | null;
  findings: Finding[];
}

/** @throws Failure if there is no build in the folder, or one of another tool that cannot be published. */
export async function inspectBuild(folder: string): Promise<Inspection> {
  const own = await readFile(join(folder, DESCRIPTOR), 'utf8').catch(() => null);
  const foreign = own === null ? await readBuild(folder) : null;
  const text = own ?? JSON.stringify(foreign?.descriptor);
  const parsed = descriptorOf(text);
  if (parsed instanceof Refusal) return { descriptor: null, findings: [{ gate: 'descriptor', refusal: parsed }] };
  const release = await readFiles(parsed, foreign?.read ?? ((path) => readFile(join(folder, path))));
  const findings = [{ gate: 'descriptor', refusal: null }, ...publishFindings(release, LIMITS)];
  const isWhole = parsed.files.every(({ path }) => release.files.has(path));
  const archive = isWhole ? await archiveFinding(folder, text, release) : [];
  return { descriptor: parsed, findings: [...findings, ...archive] };
}

function descriptorOf(text: string): ReleaseDescriptor | Refusal {
  try {
    return parseDescriptor(text);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Of the files in the folder only those that the descriptor lists are published. */
async function readFiles(descriptor: ReleaseDescriptor, read: Build['read']): Promise<BuiltRelease> {
  const files = new Map<string, { size: number; integrity: string }>();
  const scripts = new Map<string, string>();
  for (const { path } of descriptor.files) {
    const bytes = await read(path).catch(() => null);
    if (!bytes) continue;
    files.set(path, { size: bytes.length, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` });
    if (carriesHashes(descriptor, path)) scripts.set(path, bytes.toString('utf8'));
  }
  return { descriptor, files, scripts };
}

async function archiveFinding(folder: string, text: string, { files }: BuiltRelease): Promise<Finding[]> {
  const { archive } = await packRelease(folder);
  const bounds = { bytes: archive.length, descriptorBytes: Buffer.byteLength(text), files };
  return [finding('archive', () => assertArchiveBounds(bounds, LIMITS))];
}
