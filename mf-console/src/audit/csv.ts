/** The audit as a table for other programs (RFC 4180). */
import type { AuditEntry } from '@site/release-model/registry-answers';

const COLUMNS = ['id', 'at', 'actor', 'action', 'environment', 'subject', 'fromRevision', 'toRevision', 'reason', 'details'] as const;

export const csvOf = (entries: readonly AuditEntry[]): string =>
  [COLUMNS.join(','), ...entries.map((entry) => COLUMNS.map((column) => cell(entry[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
