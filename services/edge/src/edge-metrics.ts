/** Figures of the edge for Prometheus. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { RENDER_FAILURES, type RenderFailure } from './renderer/render-failure';
import type { Prerenders } from './prerendering/prerenders';
import type { LiveSite } from './live-site';

export interface EdgeMetrics {
  countFailure(failure: RenderFailure): void;
}

export interface EdgeMetricsOptions {
  registry: Registry;
  /** Revisions are numbered in each by itself. */
  environment: string;
  live: () => LiveSite;
  prerenders: () => Prerenders;
}

export function createEdgeMetrics({ registry, environment, live, prerenders }: EdgeMetricsOptions): EdgeMetrics {
  const failures = new Counter({
    name: 'edge_render_failures_total',
    help: 'Pages that were left to the browser because rendering failed',
    labelNames: ['reason'],
    registers: [registry],
  });
  // The first failures count as an increase only where there was a number before.
  for (const reason of RENDER_FAILURES) failures.inc({ reason }, 0);
  new Gauge({
    name: 'edge_revision',
    help: 'Number of the revision that is served; 0 before the first',
    labelNames: ['environment'],
    registers: [registry],
    collect() {
      this.set({ environment }, live().pool?.position.number ?? 0);
    },
  });
  new Gauge({
    name: 'edge_release_defects',
    help: 'Reasons why the edge does not serve what it was offered',
    registers: [registry],
    collect() {
      this.set(live().defects.length);
    },
  });
  new Gauge({
    name: 'edge_pages',
    help: 'Pages of the newest target to render ahead, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { planned, rendered, failed } = prerenders().progress;
      this.set({ state: 'planned' }, planned);
      this.set({ state: 'rendered' }, rendered);
      this.set({ state: 'failed' }, failed);
    },
  });
  return { countFailure: ({ reason }) => failures.inc({ reason }) };
}
