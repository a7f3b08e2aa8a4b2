import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { pageUnderTest } from '@site/testing/page-under-test';
import PrivacyPage from './privacy-page';
import TermsPage from './terms-page';

const shownText = () => document.body.textContent.replace(/\s+/g, ' ');

describe.each([
  ['privacy policy', PrivacyPage, '/privacy'],
  ['terms of use', TermsPage, '/terms'],
])('%s', (_, Page, path) => {
  it('is dated 11/5/2025', () => {
    render(pageUnderTest({ Page, at: path }));
    expect(screen.getByText('Last updated 11/5/2025')).toBeVisible();
  });

  it('leads from its table of contents to every section', () => {
    render(pageUnderTest({ Page, at: path }));
    const contents = within(screen.getByRole('navigation', { name: 'Contents of this text' })).getAllByRole('link');
    const sections = screen.getAllByRole('heading', { level: 2 });
    expect(contents.map(({ textContent }) => textContent)).toEqual(sections.map(({ textContent }) => textContent));
    for (const [index, link] of contents.entries()) {
      const target = document.getElementById(new URL((link as HTMLAnchorElement).href).hash.slice(1));
      expect(target).toContainElement(sections[index]!);
    }
  });

  it.each([
    ['the age and the authority', /18 or older and have legal authority in the United States/],
    ['the law', /law of New York State/],
    ['the arbitration', /arbitration in New York State/],
    ['when e-mails are sent', /only if you enable notifications in your profile/],
    ['the bot check', /bot check/],
  ])('states %s', (_fact, words) => {
    render(pageUnderTest({ Page, at: path }));
    expect(shownText()).toMatch(words);
  });
});

it('the terms license the site for internal business use in the United States only', () => {
  render(pageUnderTest({ Page: TermsPage, at: '/terms' }));
  expect(shownText()).toContain('for internal business use in the United States only');
});

it('the privacy policy explains the two consents of the sign-up form', () => {
  render(pageUnderTest({ Page: PrivacyPage, at: '/privacy' }));
  expect(shownText()).toContain('only by accepting this policy and the terms, each with its own checkbox');
});
