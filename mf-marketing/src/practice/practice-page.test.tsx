import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { pageUnderTest } from '@site/testing/page-under-test';
import PracticePage from './practice-page';

describe('practice', () => {
  it.each([
    ['focus', 'Focus'],
    ['mission', 'Mission'],
    ['themes', 'Themes'],
    ['vision', 'Vision'],
  ])('has the anchor #%s at its %s', (id, name) => {
    render(pageUnderTest({ Page: PracticePage, at: '/practice' }));
    expect(document.getElementById(id)).toContainElement(screen.getByRole('heading', { level: 2, name }));
  });

  it('leads from the vision to the steps of Elevate', () => {
    render(pageUnderTest({ Page: PracticePage, at: '/practice' }));
    expect(screen.getByRole('link', { name: 'How the steps work' })).toHaveAttribute('href', '/elevate#how');
    expect(screen.getByText(/quest is to gain two to four/)).toBeVisible();
  });
});
