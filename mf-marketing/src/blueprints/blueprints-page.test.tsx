import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { pageUnderTest } from '@site/testing/page-under-test';
import BlueprintsPage from './blueprints-page';

describe('startup blueprints', () => {
  it.each([
    ['Startup blueprint', 'workshop1', '/intro/blueprints-1', ['A workshop onboarding session', 'Templates']],
    ['Startup blueprint+', 'workshop2', '/intro/blueprints-2', ['Interviewing', 'Onboarding while a team is raised']],
    [
      'Startup blueprint premium+',
      'workshop3',
      '/intro/blueprints-3',
      ['MVP build-out', 'Scouting of core members', 'A technical co-founding option'],
    ],
  ])('%s stands at #%s and leads to %s', (title, anchor, quote, parts) => {
    render(pageUnderTest({ Page: BlueprintsPage, at: '/blueprints' }));
    const tier = screen.getByRole('article', { name: title });
    expect(tier).toHaveAttribute('id', anchor);
    expect(within(tier).getByRole('link', { name: `Request a quote for ${title}` })).toHaveAttribute('href', quote);
    for (const part of parts) expect(within(tier).getByText(part)).toBeVisible();
  });

  it('says what the first tier leaves out', () => {
    render(pageUnderTest({ Page: BlueprintsPage, at: '/blueprints' }));
    expect(screen.getByText('Without interviewing, scouting or MVP build.')).toBeVisible();
  });

  it('compares what each tier adds', () => {
    render(pageUnderTest({ Page: BlueprintsPage, at: '/blueprints' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    const cells = rows.map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ]);
    expect(cells).toEqual([
      ['Workshop onboarding session', 'Added', 'Included', 'Included'],
      ['Templates', 'Added', 'Included', 'Included'],
      ['Interviewing', 'Not included', 'Added', 'Included'],
      ['Onboarding while a team is raised', 'Not included', 'Added', 'Included'],
      ['MVP build-out', 'Not included', 'Not included', 'Added'],
      ['Scouting of core members', 'Not included', 'Not included', 'Added'],
      ['Technical co-founding option', 'Not included', 'Not included', 'Added'],
    ]);
  });
});
