/** Beacon: what the shell reports of a page that did not go as planned, and of how fast it was. Posted to {@link BEACONS_PATH}. */
import * as z from 'zod/mini';

export const BEACONS_PATH = '/registry/v1/beacons';

const text = z.string().check(z.maxLength(500));

export const beaconSchema = z.object({
  kind: z.enum(['load-failure', 'fallback-used', 'integrity-failure', 'render-error', 'web-vital']),
  environment: text,
  revision: z.int(),
  /** Remote concerned, or `shell`. */
  name: text,
  version: text,
  /** Declared path of the route, never the visited address, which may carry personal data. */
  route: z.nullable(text),
  message: z.nullable(text),
  /** For `web-vital`: milliseconds, or the score of a layout shift. */
  value: z.optional(z.number()),
});

export type Beacon = z.infer<typeof beaconSchema>;
