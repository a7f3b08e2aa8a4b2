/** Sign-ins that are kept on this machine, one for each registry, readable by their owner alone. */
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { signInProviderSchema } from '@site/release-model/registry-answers';
import { registryAddress } from '../client/transport';
import { EXIT, Failure } from '../failure';

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

export const keepSignIn = (registry: string, signIn: KeptSignIn): Promise<void> =>
  inFolder('kept', async () => {
    await makeFolder();
    const file = fileOf(registry);
    // Another command may read it just now.
    const next = `${file}.${process.pid}.new`;
    await writeFile(next, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
    await rename(next, file);
  });

/** @throws Failure where no sign-in can be kept, so that nobody signs in for nothing. */
export const assertCanKeep = (): Promise<void> =>
  inFolder('kept', async () => {
    await makeFolder();
    await access(folder(), constants.W_OK);
  });

export const forgetSignIn = (registry: string): Promise<void> => inFolder('removed', () => rm(fileOf(registry), { force: true }));

const makeFolder = () => mkdir(folder(), { recursive: true, mode: 0o700 });

/** @throws Failure with what the system says, where that fails. */
async function inFolder(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Failure(`The sign-in cannot be ${what} in ${folder()}: ${(error as Error).message}`, EXIT.unexpected);
  }
}
