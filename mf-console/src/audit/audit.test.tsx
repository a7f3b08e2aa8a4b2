import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { registry, show } from '../testing/registry-under-test';
import AuditPage from './audit-page';

const entry = (id: number, more: object = {}) => ({
  ...{ id, at: '2026-11-22T10:00:00.000Z', actor: 'ada', action: 'promote', environment: 'production', subject: 'mf-marketing@1.2.0' },
  ...{ fromRevision: 6, toRevision: 7, reason: null, details: null, ...more },
});

let saved: Blob[];
beforeEach(() => {
  saved = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const textOf = (blob: Blob | undefined): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob as Blob);
  });

it('the file has every entry that the filter lets through, also those of later pages, and no formula', async () => {
  const newest = Array.from({ length: 200 }, (_, index) => entry(300 - index));
  show(
    AuditPage,
    '/console/audit?actor=ada',
    registry({
      'GET /registry/v1/audit?actor=ada&limit=50': { body: { entries: newest.slice(0, 50) } },
      'GET /registry/v1/audit?actor=ada&limit=200': { body: { entries: newest } },
      'GET /registry/v1/audit?actor=ada&before=101&limit=200': { body: { entries: [entry(7, { reason: '=1+1, "or" so' })] } },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Download all of these as CSV' }));
  expect(await screen.findByRole('button', { name: 'Download all of these as CSV' })).toHaveAttribute('aria-disabled', 'false');
  const lines = (await textOf(saved[0])).trimEnd().split('\r\n');
  expect(lines).toHaveLength(202);
  expect(lines[0]).toBe('id,at,actor,action,environment,subject,fromRevision,toRevision,reason,details');
  expect(lines.at(-1)).toBe(`7,2026-11-22T10:00:00.000Z,ada,promote,production,mf-marketing@1.2.0,6,7,"'=1+1, ""or"" so",`);
});
