/** The mail of everybody, read from the files that stand for a mail server. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mailFolder } from '@site/platform/mail';

export interface Mailbox {
  /** The text of the newest mail to an address that says something, once there is one. Null if the signal comes first. */
  waitFor(address: string, words: RegExp, signal: AbortSignal): Promise<string | null>;
}

const POLL_MS = 250;

/** @param dataDirs Of the processes that send mail. */
export function openMailbox(dataDirs: readonly string[]): Mailbox {
  const folders = dataDirs.map(mailFolder);
  const read = new Set<string>();
  const mails = new Map<string, string[]>();
  let reading: Promise<void> | undefined;

  async function readNew(): Promise<void> {
    for (const folder of folders)
      for (const file of (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))) {
        if (read.has(file)) continue;
        read.add(file);
        const { to, text } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as { to: string; text: string };
        mails.set(to, [...(mails.get(to) ?? []), text]);
      }
  }

  return {
    async waitFor(address, words, signal) {
      while (!signal.aborted) {
        await (reading ??= readNew().finally(() => (reading = undefined)));
        const found = mails.get(address)?.findLast((text) => words.test(text));
        if (found !== undefined) return found;
        await sleep(POLL_MS);
      }
      return null;
    },
  };
}
