import type { AuditEntry } from '@site/release-model/registry-answers';
import { Button, notify } from '@site/ui';
import { saveFile } from '@site/ui/save-file';
import { useState } from 'react';
import { withCommas } from '../display/figures';
import { messageOf } from '../registry/failure';
import type { AuditFilter } from '../registry/registry.api';
import { askRegistry, queryText } from '../registry/registry-query';
import { csvOf } from './csv';

/** The registry gives so many at once. */
const PAGE = 200;
/** Entries of one file. */
const MOST = 10_000;

/** Saves every entry that the filter lets through, and not the page alone that is shown. */
export function Download({ filter }: { filter: AuditFilter }) {
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    if (isBusy) return;
    setIsBusy(true);
    const { entries, error } = await readAll(filter);
    setIsBusy(false);
    if (error !== null) return notify({ kind: 'error', message: error });
    saveFile('audit.csv', new Blob([csvOf(entries)], { type: 'text/csv;charset=utf-8' }));
    if (entries.length >= MOST) notify({ kind: 'warning', message: `The file has the newest ${withCommas(MOST)} entries.` });
  }

  return (
    <Button variant="outline" alignSelf="flex-start" aria-disabled={isBusy} onClick={() => void download()}>
      {isBusy ? 'Reading the audit' : 'Download all of these as CSV'}
    </Button>
  );
}

/** Page by page, newest first. `error` is a sentence where a page did not come. */
async function readAll(filter: AuditFilter): Promise<{ entries: AuditEntry[]; error: string | null }> {
  const entries: AuditEntry[] = [];
  const { signal } = new AbortController();
  let page: AuditEntry[];
  do {
    const path = `/audit?${queryText({ ...filter, before: entries.at(-1)?.id, limit: PAGE })}`;
    const { data, error } = await askRegistry<{ entries: AuditEntry[] }>({ path }, signal);
    if (!data) return { entries, error: messageOf(error ?? {}) };
    page = data.entries;
    entries.push(...page);
  } while (page.length === PAGE && entries.length < MOST);
  return { entries, error: null };
}
