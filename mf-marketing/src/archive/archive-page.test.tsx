import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { pageUnderTest } from '@site/testing/page-under-test';
import ArchivePage from './archive-page';

const CANONICAL = 'https://site.example/archive';
const NOTICE = /address of a past programme/;

describe('archive', () => {
  it('lists past programmes, each with a picture and a link that leads off the site in a new tab', () => {
    render(pageUnderTest({ Page: ArchivePage, at: '/archive' }));
    const programmes = screen.getAllByRole('article');
    expect(programmes.length).toBeGreaterThanOrEqual(5);
    for (const link of screen.getAllByRole('link')) {
      expect(link.getAttribute('href')).toMatch(/^https:\/\//);
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAccessibleName(/opens in a new tab/);
    }
    expect(screen.getAllByRole('img')).toHaveLength(programmes.length);
  });

  it('is the canonical page of every address of a past programme, and says so there', () => {
    const { unmount } = render(pageUnderTest({ Page: ArchivePage, at: '/games/chess/rules.htm' }));
    expect(screen.getByText(NOTICE)).toBeVisible();
    expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', CANONICAL);
    unmount();
    render(pageUnderTest({ Page: ArchivePage, at: '/archive' }));
    expect(screen.queryByText(NOTICE)).toBeNull();
    expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', CANONICAL);
  });
});
