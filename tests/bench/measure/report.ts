/** Medians with their spread, ratios to the first variant, targets, and how they are shown. */
import type { Limit } from './limits';
import type { PageLoad } from './page-load';
import { median, quantile } from './statistics';

export const BASE = 'one application';
export const BOOK = 'federation by the book';
export const OURS = 'this site';
export const OURS_CLIENT = 'this site, not prerendered';

/** Loads by what is loaded (a route on a network) and by variant. */
export type Samples = Record<string, Record<string, PageLoad[]>>;
type Figure = Exclude<keyof PageLoad, 'messages' | 'transferred' | 'files'>;

const FIGURES: Figure[] = ['fcp', 'lcp', 'route', 'tbt', 'cls', 'requests', 'bytes', 'scriptBytes', 'depth', 'layouts'];

interface Spread {
  median: number;
  /** A quarter of the loads is below the first, a quarter above the second. */
  quartiles: [number, number];
}

/** By what is loaded, variant and figure. */
export type Summary = Record<string, Record<string, Record<Figure, Spread>>>;

export const summarize = (samples: Samples): Summary =>
  mapValues(samples, (variants) =>
    mapValues(
      variants,
      (loads) =>
        Object.fromEntries(FIGURES.map((figure) => [figure, spreadOf(loads.map((load) => load[figure]))])) as Record<Figure, Spread>,
    ),
  );

const spreadOf = (values: number[]): Spread => ({ median: median(values), quartiles: [quantile(values, 0.25), quantile(values, 0.75)] });

/** Both sides are rendered ahead of time, compressed and preloaded; a federation by the book is as its documentation says. */
export function limitsOf(summary: Summary): Limit[] {
  return Object.entries(summary).flatMap(([loaded, variants]) => {
    const figure = (variant: string, name: Figure): number => variants[variant]?.[name].median ?? Number.NaN;
    // Of two that take no time, neither takes longer.
    const ratio = (name: Figure, to: string): number => (figure(OURS, name) === 0 ? 0 : figure(OURS, name) / figure(to, name));
    const atMost = (what: string, measured: number, limit: number): Limit => ({ what: `${loaded}: ${what}`, measured, atMost: limit });
    return [
      atMost(`LCP to ${BASE}`, ratio('lcp', BASE), 1),
      atMost(`hydrated to ${BASE}`, ratio('route', BASE), 1),
      atMost(`blocking time to ${BASE}`, ratio('tbt', BASE), 0.6),
      atMost(`script bytes to ${BASE}`, ratio('scriptBytes', BASE), 1.08),
      atMost(`requests to ${BASE}`, ratio('requests', BASE), 1.2),
      atMost(`time to route to ${BOOK}`, ratio('route', BOOK), 0.45),
      atMost(`bytes to ${BOOK}`, ratio('bytes', BOOK), 0.35),
      atMost('layout shift', figure(OURS, 'cls'), 0),
    ];
  });
}

export function printMedians(summary: Summary): void {
  for (const [loaded, variants] of Object.entries(summary)) {
    console.log(`\n${loaded}, processor 4x slower: medians (quartiles), and the ratio of the median to that of ${BASE}`);
    const base = variants[BASE];
    // A row for each figure: side by side they would not fit on a screen.
    console.table(
      Object.fromEntries(
        FIGURES.map((figure) => [figure, mapValues(variants, (spreads) => cell(figure, spreads[figure], base?.[figure]))]),
      ),
    );
  }
}

/** Errors and warnings in the console, each once. */
export function printMessages(samples: Samples): void {
  const said = new Set(
    Object.values(samples).flatMap((variants) =>
      Object.entries(variants).flatMap(([variant, loads]) =>
        loads.flatMap(({ messages }) => messages.map((text) => `${variant}: ${text}`)),
      ),
    ),
  );
  for (const text of said) console.log(`console of ${text}`);
}

function cell(figure: Figure, { median: value, quartiles }: Spread, base: Spread | undefined): string {
  const shown = (one: number) => (figure === 'cls' ? one.toFixed(3) : Math.round(one).toString());
  const ratio = base && base.median > 0 ? ` ${(value / base.median).toFixed(2)}x` : '';
  return `${shown(value)} (${quartiles.map(shown).join('-')})${ratio}`;
}

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
