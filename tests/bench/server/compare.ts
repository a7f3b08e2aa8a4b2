/** Two addresses asked in turns, a second each, so that what else the machine does meets both. */
import { median, quantile } from '../measure/statistics';
import { loadTarget } from './load';

export interface Side {
  url: string;
  /** Seconds of processor that its processes have used so far; null where nobody tells. */
  usedSeconds: () => number | null;
}

export interface Comparison {
  /** Of the median slice. */
  requestsPerSecond: number;
  p99Ms: number;
  /**
   * Answers per second of processor as a part of those of the other side in the slice beside: median and quartiles. A server that has a
   * processor to itself answers in this ratio, also where whoever asks is slower than it is, or where others take the processor from it. Where
   * nobody tells what processes use, it is the ratio of answers per second.
   */
  ratio: number;
  quartiles: [number, number];
}

const CONNECTIONS = 16;
const SLICE_SECONDS = 1;
/** Until what is asked all the time has been compiled for it. */
const WARM_UP_SECONDS = 3;

interface Slice {
  requestsPerSecond: number;
  p99Ms: number;
  /** The lower, the faster. */
  costOfAnswer: number;
}

async function loadSide({ url, usedSeconds }: Side, seconds: number): Promise<Slice> {
  const before = usedSeconds();
  const request = { name: url, url, method: 'GET' as const, headers: { 'accept-encoding': 'br' } };
  const { requestsPerSecond, p99Ms } = await loadTarget(request, { duration: seconds }, CONNECTIONS);
  const after = usedSeconds();
  const cost = before === null || after === null ? seconds : after - before;
  return { requestsPerSecond, p99Ms, costOfAnswer: cost / (requestsPerSecond * seconds) };
}

/** @param slices Of each side. */
export async function compare(own: Side, other: Side, slices: number): Promise<Comparison> {
  for (const side of [own, other]) await loadSide(side, WARM_UP_SECONDS);
  const loads: (Slice & { ratio: number })[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    const mine = await loadSide(own, SLICE_SECONDS);
    loads.push({ ...mine, ratio: (await loadSide(other, SLICE_SECONDS)).costOfAnswer / mine.costOfAnswer });
    process.stdout.write('.');
  }
  const ratios = loads.map(({ ratio }) => ratio);
  return {
    requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
    ratio: median(ratios),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}
