import { z } from 'zod';
import { registryError } from '../errors';

/** The environments of an installation, each with its own sequence of revisions. */
export const ENVIRONMENTS = ['production'];

export const environmentParams = z.object({ environment: z.string() });

/** @throws AppError `environment-not-found`. */
export function assertEnvironment(environment: string): void {
  if (!ENVIRONMENTS.includes(environment)) throw registryError('environment-not-found', { details: { environments: ENVIRONMENTS } });
}
