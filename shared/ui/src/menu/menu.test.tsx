import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BrowserStage } from '../stage';
import { Navigation } from './menu.stories';

const button = () => screen.getByRole('button', { name: 'Venture studio' });
const open = () =>
  render(
    <BrowserStage>
      {Navigation.render()}
      <a href="#after">After</a>
    </BrowserStage>,
  );

test('is closed at first, opens on a press and closes on the next', async () => {
  open();
  expect(screen.queryByRole('link', { name: 'ATA' })).toBeNull();
  await userEvent.click(button());
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('link', { name: 'ATA' })).toHaveAttribute('href', '/ata');
  await userEvent.click(button());
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});

test('the arrow keys open it and go through its entries', async () => {
  open();
  button().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Blueprints' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'ATA' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Blueprints' })).toHaveFocus();
});

test('Escape closes it and gives the focus back to its button', async () => {
  open();
  button().focus();
  await userEvent.keyboard('{ArrowDown}{Escape}');
  expect(button()).toHaveFocus();
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});

test('closes when something outside is pressed or takes the focus', async () => {
  open();
  await userEvent.click(button());
  await userEvent.click(document.body);
  expect(button()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button());
  act(() => screen.getByRole('link', { name: 'After' }).focus());
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});

test('choosing an entry navigates and closes it', async () => {
  open();
  await userEvent.click(button());
  await userEvent.click(screen.getByRole('link', { name: 'Blueprints' }));
  expect(window.location.pathname).toBe('/blueprints');
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});
