/** Files that a document makes the browser load before they are asked for. */
import type { SiteFile } from '../site/site';

export type VerifiedFile = SiteFile & { integrity: string };

/** The policy knows scripts by their hash. Those of a development server have none, and are loaded when the shell asks for them. */
export const isVerified = (file: SiteFile): file is VerifiedFile => file.integrity !== null;

/** Mode and hash must be those of the later load, or the browser fetches the file a second time. */
export const preloadOf = ({ url, integrity }: VerifiedFile) => ({
  rel: 'preload',
  as: url.endsWith('.css') ? 'style' : 'script',
  href: url,
  integrity,
  crossOrigin: 'anonymous',
});
