/** Which addresses of releases a browser can open. */
import { pathPattern } from '@site/contracts/path-pattern';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { isPageRoute } from '@site/contracts/remote-config';

export interface Addresses {
  /** Sorted, each once. */
  paths: string[];
  /** Routes that stand for no address that is known here. */
  unvisited: { path: string; reason: string }[];
}

/** Of each public page the shortest address: without what is optional. */
export function publicAddresses(releases: readonly ReleaseDescriptor[]): Addresses {
  const routes = releases.flatMap((release) => release.routes.filter(isPageRoute)).filter(({ access }) => access === 'public');
  const paths = new Set<string>();
  const unvisited: Addresses['unvisited'] = [];
  for (const { path } of routes) {
    const required = pathPattern(path).filter(({ isOptional }) => !isOptional);
    if (required.some(({ isParameter }) => isParameter))
      unvisited.push({ path, reason: 'It has a parameter. Name an address with --path.' });
    else paths.add(`/${required.map(({ text }) => text).join('/')}`);
  }
  return { paths: [...paths].sort(), unvisited };
}
