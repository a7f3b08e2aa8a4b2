import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { pageUnderTest } from '@site/testing/page-under-test';
import HomePage from './home-page';

const addressOf = (name: string | RegExp, section: HTMLElement) => within(section).getByRole('link', { name }).getAttribute('href');

describe('home', () => {
  it('has a hero with a heading, a picture and buttons', () => {
    render(pageUnderTest({ Page: HomePage, at: '/' }));
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('img', { name: /cloud made of mosaic tiles/ })).toHaveAttribute('width', '640');
    expect(screen.getByRole('link', { name: 'Plan a startup' })).toHaveAttribute('href', '/blueprints');
  });

  it('leads to Elevate and Draft, to the workshops, and to technology acquisitions from three sections with pictures', () => {
    render(pageUnderTest({ Page: HomePage, at: '/' }));
    const elevate = screen.getByRole('region', { name: /Show your skill/ });
    expect(addressOf('Explore Elevate', elevate)).toBe('/elevate');
    expect(addressOf('Open Draft', elevate)).toBe('/draft');
    expect(within(elevate).getByText('Beta')).toBeVisible();
    const workshops = screen.getByRole('region', { name: /From an idea to a plan/ });
    expect(addressOf(/workshops and blueprints/, workshops)).toBe('/blueprints');
    const acquisitions = screen.getByRole('region', { name: /Acquire, hand over/ });
    expect(addressOf('Look at acquisitions', acquisitions)).toBe('/ata');
    for (const section of [elevate, workshops, acquisitions]) expect(within(section).getByRole('img')).toHaveAccessibleName();
  });

  it('shows every audience of the practice where to begin', () => {
    render(pageUnderTest({ Page: HomePage, at: '/' }));
    const audiences = within(screen.getByRole('region', { name: 'Where to begin' }));
    const names = audiences.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Founders and startups',
      'Technology and business executives, enterprises',
      'Venture firms',
      'Experienced software engineers',
      'Recruiters',
    ]);
    expect(audiences.getByRole('link', { name: 'Ground rules for sponsors' })).toHaveAttribute('href', '/playbooks#sponsors');
    expect(audiences.getByRole('link', { name: 'Ground rules for producers' })).toHaveAttribute('href', '/playbooks#producers');
  });
});
