/** Medians, ratios to the first variant, targets, and how they are shown. */
import type { PageLoad } from './page-load';
import { median } from './statistics';

/** Loads by network and variant. */
export type Samples = Record<string, Record<string, PageLoad[]>>;
type Figures = Record<Figure, number>;
type Figure = Exclude<keyof PageLoad, 'messages' | 'transferred'>;

const FIGURES: Figure[] = ['fcp', 'lcp', 'route', 'tbt', 'cls', 'requests', 'bytes', 'scriptBytes', 'depth', 'layouts'];
const BASE = 'one application';
const BOOK = 'federation by the book';
const OURS = 'this site';
const OURS_CLIENT = 'this site, not prerendered';

export interface Target {
  name: string;
  measured: number;
  limit: number;
  holds: boolean;
}

export interface Summary {
  /** Medians by network and variant. */
  medians: Record<string, Record<string, Figures>>;
  targets: Target[];
  /** Console errors and warnings by variant. */
  messages: Record<string, string[]>;
}

export function summarize(samples: Samples): Summary {
  const medians = mapValues(samples, (variants) =>
    mapValues(
      variants,
      (loads) => Object.fromEntries(FIGURES.map((figure) => [figure, median(loads.map((load) => load[figure]))])) as Figures,
    ),
  );
  const names = Object.keys(Object.values(samples)[0] ?? {});
  const messages = Object.fromEntries(
    names.map((name) => [
      name,
      [...new Set(Object.values(samples).flatMap((variants) => variants[name]?.flatMap((load) => load.messages) ?? []))],
    ]),
  );
  return { medians, targets: Object.entries(medians).flatMap(([network, variants]) => targetsOf(network, variants)), messages };
}

function targetsOf(network: string, variants: Record<string, Figures>): Target[] {
  const figure = (variant: string, name: Figure): number => variants[variant]?.[name] ?? Number.NaN;
  const ratio = (name: Figure, variant = OURS, to = BASE): number => figure(variant, name) / figure(to, name);
  const atMost = (name: string, measured: number, limit: number): Target => ({
    name: `${network}: ${name}`,
    measured,
    limit,
    holds: measured <= limit,
  });
  return [
    atMost('time to route, not prerendered, to one application', ratio('route', OURS_CLIENT), 1.07),
    atMost('time to route, hydrated, to one application', ratio('route'), 1.17),
    atMost('script bytes to one application', ratio('scriptBytes'), 1.2),
    atMost('LCP to one application', ratio('lcp'), network === 'slow 4G' ? 0.35 : 0.45),
    atMost('layout shift', figure(OURS, 'cls'), 0),
    ...(['fcp', 'lcp', 'route', 'scriptBytes', 'requests'] as const).map((name) =>
      atMost(`${name} to federation by the book`, ratio(name, OURS, BOOK), 1 / 1.5),
    ),
  ];
}

export function printReport({ medians, targets, messages }: Summary): void {
  for (const [network, variants] of Object.entries(medians)) {
    console.log(`\n${network}, processor 4x slower: medians, and their ratio to ${BASE}`);
    console.table(
      mapValues(variants, (figures) => Object.fromEntries(FIGURES.map((figure) => [figure, cell(figure, figures, variants[BASE])]))),
    );
  }
  console.log('\nTargets');
  console.table(
    targets.map(({ name, measured, limit, holds }) => ({ target: name, measured: round(measured), 'at most': round(limit), holds })),
  );
  for (const [name, texts] of Object.entries(messages)) for (const text of texts) console.log(`console of ${name}: ${text}`);
}

function cell(figure: Figure, figures: Figures, base: Figures | undefined): string {
  const value = figures[figure];
  const shown = figure === 'cls' ? value.toFixed(3) : Math.round(value).toString();
  return base && base[figure] > 0 ? `${shown} (${(value / base[figure]).toFixed(2)})` : shown;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
