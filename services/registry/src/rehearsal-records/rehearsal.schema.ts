import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';

export const rehearsalParams = environmentParams.extend({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
