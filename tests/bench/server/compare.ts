/** Two addresses asked in turns, a second each, so that what else the machine does meets both. */
import { median, quantile } from '../measure/statistics';
import { loadTarget } from './load';

export interface Side {
  url: string;
  /**
   * Seconds of processor that its processes have used so far. With it, answers per second are those per second of processor: for servers that
   * are faster than whoever asks them.
   */
  usedSeconds?: () => number;
}

export interface Comparison {
  /** Of the median slice. */
  requestsPerSecond: number;
  p99Ms: number;
  /** Answers per second as a part of those of the other side in the slice beside: median and quartiles. */
  ratio: number;
  quartiles: [number, number];
}

const CONNECTIONS = 16;
const SLICE_SECONDS = 1;
/** Until what is asked all the time has been compiled for it. */
const WARM_UP_SECONDS = 3;

async function loadSide({ url, usedSeconds }: Side, seconds: number): Promise<{ perSecond: number; p99Ms: number }> {
  const before = usedSeconds?.() ?? 0;
  const request = { name: url, url, method: 'GET' as const, headers: { 'accept-encoding': 'br' } };
  const { requestsPerSecond, p99Ms } = await loadTarget(request, seconds, CONNECTIONS);
  return { perSecond: (requestsPerSecond * seconds) / (usedSeconds ? usedSeconds() - before : seconds), p99Ms };
}

/** @param slices Of each side. */
export async function compare(own: Side, other: Side, slices: number): Promise<Comparison> {
  for (const side of [own, other]) await loadSide(side, WARM_UP_SECONDS);
  const loads: { perSecond: number; p99Ms: number; ratio: number }[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    const mine = await loadSide(own, SLICE_SECONDS);
    loads.push({ ...mine, ratio: mine.perSecond / (await loadSide(other, SLICE_SECONDS)).perSecond });
    process.stdout.write('.');
  }
  const ratios = loads.map(({ ratio }) => ratio);
  return {
    requestsPerSecond: median(loads.map(({ perSecond }) => perSecond)),
    p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
    ratio: median(ratios),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}
