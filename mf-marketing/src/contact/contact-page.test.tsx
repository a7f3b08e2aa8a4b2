import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageUnderTest, SITE } from '@site/testing/page-under-test';
import ContactPage from './contact-page';

describe('contact', () => {
  it('tells every way to reach the practice, from the configuration', () => {
    render(pageUnderTest({ Page: ContactPage, at: '/contact' }));
    for (const line of SITE.contact.address) expect(screen.getByText(line)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request a quote' })).toHaveAttribute('href', '/intro');
    expect(screen.getByRole('link', { name: SITE.contact.email })).toHaveAttribute('href', 'mailto:mail@site.example');
    expect(screen.getByRole('link', { name: SITE.contact.phone })).toHaveAttribute('href', 'tel:+12125550100');
    expect(screen.getByText(/Updated/)).toHaveTextContent('Updated November 2025');
  });

  it('asks no other site for a map until it is wanted', async () => {
    render(pageUnderTest({ Page: ContactPage, at: '/contact' }));
    expect(document.querySelector('iframe')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show the map' }));
    const map = screen.getByTitle('Map of the mailing address');
    expect(map).toHaveAttribute('src', SITE.contact.mapUrl);
    expect(map).toHaveFocus();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
