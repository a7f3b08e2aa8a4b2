/** Beacon: what the shell reports of a page that did not go as planned, and of how fast it was. Posted to {@link BEACONS_PATH}. */
import * as z from 'zod/mini';

export { BEACONS_PATH } from './names';

const text = z.string().check(z.maxLength(500));

export const beaconSchema = z.object({
  /** `unhandled-error`: an error or a rejection that nobody caught, from a script of the part. */
  kind: z.enum(['load-failure', 'fallback-used', 'integrity-failure', 'render-error', 'unhandled-error', 'web-vital']),
  environment: text,
  revision: z.int32(),
  /** Remote concerned, or `shell`. */
  name: text,
  version: text,
  /** Declared path of the route, never the visited address, which may carry personal data. */
  route: z.nullable(text),
  message: z.nullable(text),
  /** For `web-vital`: milliseconds, or the score of a layout shift. */
  value: z.optional(z.number()),
  /** That of the document's composition. Without a valid one, a failure says nothing about the health of a release. */
  seal: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
  /** Random id that the document gave itself: however often a part fails in it, it is one failure. */
  document: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
});

export type Beacon = z.infer<typeof beaconSchema>;
