import { describe, expect, it } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageUnderTest, makeStore } from '@site/testing/page-under-test';
import PlaybooksPage from './playbooks-page';

const show = (at = '/playbooks') => render(pageUnderTest({ store: makeStore(), Page: PlaybooksPage, at }));
const tab = (name: string) => screen.getByRole('tab', { name });
const panel = () => within(screen.getByRole('tabpanel'));

describe('the playbooks overview', () => {
  it('opens on Overview, with Players, Producers and Sponsors beside it', () => {
    show();
    expect(screen.getAllByRole('tab').map((element) => element.textContent)).toEqual(['Overview', 'Players', 'Producers', 'Sponsors']);
    expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
    for (const part of ['Incentives', 'Culture', 'Projects', 'Roles']) expect(panel().getByRole('heading', { name: part })).toBeVisible();
  });

  it.each([
    ['Producers', 'Pitch a product idea', '/intro/produce'],
    ['Sponsors', 'Become a sponsor', '/intro/sponsor'],
  ])('leads from %s to its intro form', async (name, link, address) => {
    show();
    await userEvent.click(tab(name));
    expect(panel().getByRole('link', { name: link })).toHaveAttribute('href', address);
  });

  it('keeps the tab in the address without adding to the history', async () => {
    show();
    const entries = window.history.length;
    await userEvent.click(tab('Players'));
    expect(tab('Players')).toHaveAttribute('aria-selected', 'true');
    expect(window.location.hash).toBe('#players');
    expect(window.history.length).toBe(entries);
  });

  it('opens the tab that the address names, and the overview for an unknown name', () => {
    const { unmount } = show('/playbooks#sponsors');
    expect(tab('Sponsors')).toHaveAttribute('aria-selected', 'true');
    unmount();
    show('/playbooks#referees');
    expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  });

  it('follows the address when it is edited', () => {
    show();
    act(() => {
      window.history.replaceState(null, '', '#producers');
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    expect(tab('Producers')).toHaveAttribute('aria-selected', 'true');
  });

  it('changes tabs with the arrow keys', async () => {
    show();
    await userEvent.click(tab('Overview'));
    await userEvent.keyboard('{ArrowRight}');
    expect(tab('Players')).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(window.location.hash).toBe('#sponsors');
  });

  it('says who players, producers and sponsors are', async () => {
    show();
    await userEvent.click(tab('Players'));
    expect(panel().getByRole('heading', { name: 'Players are engineers' })).toBeVisible();
    await userEvent.click(tab('Producers'));
    expect(panel().getByText(/From step 3 of Elevate on/)).toBeVisible();
    await userEvent.click(tab('Sponsors'));
    for (const who of ['Founders', 'Enterprise executives', 'Venture firms'])
      expect(panel().getByRole('heading', { name: who })).toBeVisible();
  });

  it('says that founders, select recruiters and qualified players produce', async () => {
    show();
    await userEvent.click(tab('Producers'));
    for (const who of ['Founders', 'Select recruiters', 'Qualified players'])
      expect(panel().getByRole('heading', { name: who })).toBeVisible();
  });

  it('says that a profile is ranked by 0 to 4 tesserae after an evaluation', () => {
    show();
    expect(panel().getByText(/After an evaluation a profile is ranked by its tesserae: 0 to 4 puzzle pieces/)).toBeVisible();
  });
});
