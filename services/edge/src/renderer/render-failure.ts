/** Why a page was not rendered. Its document leaves rendering to the browser then. */
export const RENDER_FAILURES = [
  /** The bundle threw, is missing or does not match its hash. */
  'failed',
  /** It took too long, and its process was killed. */
  'timeout',
  /** Its process ended: out of memory, for example. */
  'crashed',
  /** Too many pages are waiting, or the renderer recovers from crashes. */
  'busy',
] as const;

export type RenderFailureReason = (typeof RENDER_FAILURES)[number];

export class RenderFailure extends Error {
  override name = 'RenderFailure';
  constructor(
    readonly reason: RenderFailureReason,
    message: string,
  ) {
    super(message);
  }
}
