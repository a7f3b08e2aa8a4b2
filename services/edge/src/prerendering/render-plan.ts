/** Which pages of a site are rendered ahead of time, and what identifies a rendered page. */
import { createHash } from 'node:crypto';
import type { Composition } from '@site/contracts/composition';
import { isPageRoute } from '@site/contracts/remote-config';
import type { RenderJob } from '../renderer/renderer';
import { plainAddress } from '../routing/route-table';
import type { Site, SiteRemote } from '../site/site';

/** Where the "not available" page is rendered. Not the address of any route, and the same markup for all unknown ones. */
const UNKNOWN_ADDRESS = '/page-not-available';

export interface RenderContext {
  site: Site;
  composition: Composition;
  /** Identity of the runtime parameters. */
  paramsDigest: string;
}

/** The job that renders a page; null when the browser has to. */
export function renderJob({ site, composition }: RenderContext, remote: SiteRemote, page: string, pathname: string): RenderJob | null {
  const { bundle: shell } = site.shell;
  if (!shell) return null;
  if (remote.disabled) return { shell, remote: null, page: null, pathname, composition, disabled: remote.disabled.message };
  return remote.bundle && { shell, remote: remote.bundle, page, pathname, composition, disabled: null };
}

export function notFoundJob({ site, composition }: RenderContext): RenderJob | null {
  return (
    site.shell.bundle && { shell: site.shell.bundle, remote: null, page: null, pathname: UNKNOWN_ADDRESS, composition, disabled: null }
  );
}

/** Every public page that has an address without parameters, and the "not available" page. */
export function renderPlan(context: RenderContext): RenderJob[] {
  if (context.site.shell.disabled) return [];
  const rendered = context.site.remotes.filter(({ bundle, disabled }) => bundle ?? disabled);
  const jobs = rendered.flatMap((remote) =>
    remote.routes
      .filter(isPageRoute)
      .filter(({ access }) => access === 'public')
      .map((route) => {
        const pathname = plainAddress(route);
        return pathname === null ? null : renderJob(context, remote, route.page, pathname);
      }),
  );
  return [...jobs, notFoundJob(context)].filter((job) => job !== null);
}

/**
 * Identity of a rendered page: the releases of shell and remote, the address and the parameters. A page is served only with exactly these,
 * or the browser would throw the markup away. Neither the revision nor the choice is part of it: whoever gets both releases shares the page.
 */
export function renderKey(job: RenderJob, paramsDigest: string): string {
  const identity = [job.shell.id, job.remote?.id ?? '', job.page ?? '', job.pathname, paramsDigest, job.disabled ?? ''];
  return createHash('sha256').update(identity.join('\n')).digest('hex');
}
