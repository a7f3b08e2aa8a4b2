import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { pageUnderTest } from '@site/testing/page-under-test';
import AtaPage from './ata-page';

describe('technology acquisitions', () => {
  it.each([
    ['Alternative lab', 'lab', '/intro/ata-alt'],
    ['Flip a SaaS', 'flip', '/intro/ata-flip'],
    ['The Chassis', 'chassis', '/intro/ata-saas'],
  ])('offers %s with a Learn more anchor to #%s and a quote link to %s', (title, anchor, quote) => {
    render(pageUnderTest({ Page: AtaPage, at: '/ata' }));
    const card = screen.getAllByRole('article').find((article) => within(article).queryByRole('heading', { name: title }))!;
    expect(within(card).getByRole('link', { name: `Request a quote for ${title}` })).toHaveAttribute('href', quote);
    expect(within(card).getByRole('link', { name: `Learn more about ${title}` })).toHaveAttribute('href', `/ata#${anchor}`);

    const details = document.getElementById(anchor)!;
    expect(within(details).getByRole('heading', { level: 2, name: title })).toBeVisible();
    expect(within(details).getByRole('link', { name: `Request a quote for ${title}` })).toHaveAttribute('href', quote);
  });
});
