/** Why a page was not rendered. Its document leaves rendering to the browser then. */
export type RenderFailureReason =
  /** The bundle threw, is missing or does not match its hash. */
  | 'failed'
  /** It took too long, and its process was killed. */
  | 'timeout'
  /** Its process ended: out of memory, for example. */
  | 'crashed'
  /** Too many pages are waiting, or the renderer recovers from crashes. */
  | 'busy';

export class RenderFailure extends Error {
  override name = 'RenderFailure';
  constructor(
    readonly reason: RenderFailureReason,
    message: string,
  ) {
    super(message);
  }
}
