import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEdgeMetrics } from '@site/edge/edge-metrics';
import { healthPlugin } from '@site/platform/health';
import { metricsPlugin } from '@site/platform/metrics';
import { createOutboxMetrics } from '@site/platform/outbox-metrics';
import { createTestServer } from '@site/platform/testing/test-server';
import { Registry } from 'prom-client';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const rules = (parse(read('deploy/observability/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('deploy/observability/dashboard.json')) as Dashboard;
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What Prometheus knows of every target beside what that says. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'instance'] };
const FUNCTIONS = ['sum', 'max', 'min', 'rate', 'increase', 'changes', 'histogram_quantile'];
const WORDS = ['by', 'without', 'and', 'or', 'unless'];

/** Metrics and labels that an expression names. */
function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const labels: string[] = [];
  const note = (text: string): string => {
    labels.push(...[...text.matchAll(/([a-z_]\w*)\s*(?=[=!,)~]|$)/g)].map(([, label = '']) => label));
    return '';
  };
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{([^}]*)\}/g, (_all, inside: string) => note(inside))
    .replaceAll(/\b(?:by|without)\s*\(([^)]*)\)/g, (_all, inside: string) => note(inside))
    .replaceAll(/\[[^\]]*\]/g, '');
  const words = [...bare.matchAll(/(?<![\w.])[a-z_]\w*/g)].map(([word]) => word);
  return { labels, metrics: words.filter((word) => !FUNCTIONS.includes(word) && !WORDS.includes(word)) };
}

const server = createTestServer();
const said = { metrics: new Set(OF_PROMETHEUS.metrics), labels: new Set(OF_PROMETHEUS.labels) };
beforeAll(async () => {
  const registry = new Registry();
  const site = { pool: null, defects: [] };
  const edge = createEdgeMetrics({
    registry,
    environment: 'production',
    live: () => site as never,
    prerenders: () => ({ progress: { planned: 1, rendered: 1, failed: 0 } }) as never,
  });
  edge.countFailure({ reason: 'timeout' } as never);
  createOutboxMetrics(registry, { db: { execute: async () => ({ rows: [{ seconds: 0 }] }) } as never });
  await server.register(metricsPlugin, { registry });
  await server.register(healthPlugin, { checks: {}, metrics: registry });
  await server.inject('/metrics');
  const { body } = await server.inject('/metrics');
  for (const [, metric = '', labels = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    said.metrics.add(metric);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) said.labels.add(label);
  }
});
afterAll(() => server.close());

const isBalanced = (text: string): boolean => {
  const open: string[] = [];
  for (const sign of text.replaceAll(/"[^"]*"/g, '').match(/[()[\]{}]/g) ?? [])
    if ('([{'.includes(sign)) open.push(sign);
    else if ('([{'.indexOf(open.pop() ?? '') !== ')]}'.indexOf(sign)) return false;
  return open.length === 0;
};

describe('alerts and the dashboard', () => {
  it.each(expressions)('ask for what the roles say: %s', (_name, expression) => {
    const { metrics, labels } = namesIn(expression);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((metric) => !said.metrics.has(metric))).toEqual([]);
    expect(labels.filter((label) => !said.labels.has(label))).toEqual([]);
    expect(isBalanced(expression)).toBe(true);
  });

  it('hear that a role is not ready from what Prometheus asks itself: nobody need have asked an edge for it', () => {
    expect(rules.find(({ alert }) => alert === 'NotReady')?.expr).toBe('service_ready == 0');
  });

  it('have each a name of its own', () => {
    const names = [...rules.map(({ alert }) => alert), ...panels.map(({ title }) => title)];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('an alert', () => {
  const runbook = read('docs/runbooks/alerts.md');

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says how urgent it is, in words, and where to read on', (name, rule) => {
    expect(Object.keys(rule).filter((key) => !['alert', 'expr', 'for', 'labels', 'annotations'].includes(key))).toEqual([]);
    expect(rule.for ?? '0m').toMatch(/^\d+m$/);
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(rule.annotations.runbook).toBe(`docs/runbooks/alerts.md#${name.toLowerCase()}`);
    expect(runbook).toContain(`\n## ${name}\n`);
    const labels = [...rule.annotations.summary!.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
    expect(labels.filter((label) => !said.labels.has(label))).toEqual([]);
  });
});

describe('the rule misses', () => {
  it.each([
    ['a metric that nobody has', 'rate(http_requests_total[5m])', { metrics: ['http_requests_total'], labels: [] }],
    ['a label in a selector', 'up{role="edge", job!~"a|b"}', { metrics: ['up'], labels: ['role', 'job'] }],
    ['a label to group by', 'sum by (job, le) (up) / sum(up) > 1.5e9', { metrics: ['up', 'up'], labels: ['job', 'le'] }],
  ])('not %s', (_what, expression, names) => {
    expect(namesIn(expression)).toEqual(names);
  });
});
