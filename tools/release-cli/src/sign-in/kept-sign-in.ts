/** Sign-ins that are kept on this machine, one for each registry, readable by their owner alone. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { signInProviderSchema } from '@site/release-model/registry-answers';
import { registryAddress } from '../client/transport';

const keptSchema = z.object({
  provider: signInProviderSchema,
  accessToken: z.string(),
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: z.number(),
  refreshToken: z.optional(z.string()),
});

export type KeptSignIn = z.infer<typeof keptSchema>;

/** By the XDG base directory specification. */
const folder = (): string => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'release-cli');

const fileOf = (registry: string): string => join(folder(), `${encodeURIComponent(registryAddress(registry))}.json`);

/** @returns null if there is none, or none that can be used. */
export async function readSignIn(registry: string): Promise<KeptSignIn | null> {
  try {
    return keptSchema.parse(JSON.parse(await readFile(fileOf(registry), 'utf8')));
  } catch {
    return null;
  }
}

export async function keepSignIn(registry: string, signIn: KeptSignIn): Promise<void> {
  const file = fileOf(registry);
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  // Another command may read it just now.
  const next = `${file}.${process.pid}.new`;
  await writeFile(next, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
  await rename(next, file);
}

export const forgetSignIn = (registry: string): Promise<void> => rm(fileOf(registry), { force: true });
