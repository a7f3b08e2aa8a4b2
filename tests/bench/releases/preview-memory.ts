/** What previews cost the memory of an edge, however many of them are opened. */
import type { Process, RegistryProcess } from './processes';
import { REMOTE } from './promotion';

/** Resident memory of the edge. */
export interface PreviewMemory {
  beforeMb: number;
  /** After each preview was opened once, and once more. */
  openedMb: number;
  againMb: number;
}

/** @param edge By itself, so that no other role takes memory. @param versions Of {@link REMOTE}, one preview each. */
export async function measurePreviewMemory(registry: RegistryProcess, edge: Process, versions: string[]): Promise<PreviewMemory> {
  const cookies: string[] = [];
  for (const version of versions) cookies.push(await cookieOf(registry, edge, version));
  const openAll = async (): Promise<void> => {
    for (const cookie of cookies) {
      for (const path of ['/', '/practice', '/contact']) {
        const answer = await fetch(edge.origin + path, { headers: { cookie } });
        await answer.text();
        if (answer.status !== 200) throw new Error(`A preview was answered with ${answer.status}`);
      }
    }
  };
  const beforeMb = await residentMb(edge);
  await openAll();
  const openedMb = await residentMb(edge);
  await openAll();
  return { beforeMb, openedMb, againMb: await residentMb(edge) };
}

async function cookieOf({ client }: RegistryProcess, { origin }: Process, version: string): Promise<string> {
  const { url } = await client.preview({ releases: { [REMOTE]: version }, expiresInHours: 1 });
  const answer = await fetch(new URL(url, origin), { redirect: 'manual' });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`The link of a preview was answered with ${answer.status}`);
  return cookie;
}

async function residentMb({ origin }: Process): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error('The edge does not say how much memory it has');
  return Number(bytes) / 1_000_000;
}
