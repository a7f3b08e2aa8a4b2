import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { withParams } from '../testing/answered-params';
import { renderShell } from '../testing/render-shell';

// The same day by the clock of every time zone.
const expiresAt = new Date(2026, 10, 29, 9, 40).toISOString();
const createdAt = new Date(2026, 4, 3, 12).toISOString();

const preview = (...versions: string[]) => ({
  expiresAt,
  releases: versions.map((version, index) => ({ name: `mf-${index}`, version })),
});

const counted = { analytics_tag: 'G-1', analytics_consent: true };

beforeEach(() => {
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  withParams();
});
afterEach(cleanup);

const ribbon = () => screen.findByRole('complementary', { name: 'Preview' });

it('a preview says what it shows and until when, and can be left', async () => {
  renderShell({ preview: preview('1.2.0', '2.0.0') });
  const found = await ribbon();
  expect(found).toHaveTextContent(/^Preview: mf-0 1\.2\.0, mf-1 2\.0\.0 until Nov 29, 2026/);
  expect(found.querySelector('time')).toHaveAttribute('datetime', expiresAt);
  expect(within(found).getByRole('link', { name: 'Leave preview' })).toHaveAttribute('href', '/_preview/leave');
});

it('a preview of many releases names some of them, and is not printed', async () => {
  renderShell({ preview: preview('1.0.0', '2.0.0', '3.0.0', '4.0.0', '5.0.0') });
  const found = await ribbon();
  expect(found).toHaveTextContent(/^Preview: mf-0 1\.0\.0, mf-1 2\.0\.0, mf-2 3\.0\.0 and 2 more until/);
  expect(found).toHaveAttribute('data-print', 'hide');
});

it('a replay says which revision it shows, and of which day', async () => {
  renderShell({ preview: { ...preview('1.2.0', '2.0.0'), revision: { number: 12, createdAt } } });
  expect(await ribbon()).toHaveTextContent(/^Preview: revision 12 of May 3, 2026 until Nov 29, 2026/);
});

it('a preview is no visit to be counted, so nobody is asked for consent to that', async () => {
  withParams(counted);
  renderShell({ preview: preview('1.2.0'), params: counted });
  await ribbon();
  expect(screen.queryByRole('complementary', { name: 'Analytics' })).not.toBeInTheDocument();
});

it('a preview says which parts nobody has verified, before all others', async () => {
  renderShell({ preview: { ...preview('1.2.0'), local: [{ name: 'mf-mine', origin: 'http://localhost:4300' }] } });
  expect(await ribbon()).toHaveTextContent(/^Preview: mf-mine from http:\/\/localhost:4300 \(not verified\), mf-0 1\.2\.0 until/);
});

it('a preview of nothing says that it shows what is live', async () => {
  renderShell({ preview: preview() });
  expect(await ribbon()).toHaveTextContent(/^Preview: what is live until/);
});

it('what is live has no ribbon', async () => {
  withParams(counted);
  renderShell({ params: counted });
  await waitFor(() => expect(screen.getByRole('complementary', { name: 'Analytics' })).toBeInTheDocument());
  expect(screen.queryByRole('complementary', { name: 'Preview' })).not.toBeInTheDocument();
});
