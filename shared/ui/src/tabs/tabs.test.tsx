import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BrowserStage } from '../stage';
import { Three } from './tabs.stories';

const tab = (name: string) => screen.getByRole('tab', { name });
const selected = () => screen.getAllByRole('tab', { selected: true }).map((element) => element.textContent);

test('shows the panel of the chosen tab only', async () => {
  render(<BrowserStage>{Three.render()}</BrowserStage>);
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Playbooks are archetypes');
  await userEvent.click(tab('Players'));
  expect(screen.getByRole('tabpanel', { name: 'Players' })).toHaveTextContent('Players are engineers.');
});

test('is one stop of the tab key, and the arrows go round', async () => {
  render(<BrowserStage>{Three.render()}</BrowserStage>);
  await userEvent.tab();
  expect(tab('Overview')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(tab('Sponsors')).toHaveFocus();
  expect(selected()).toEqual(['Sponsors']);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(selected()).toEqual(['Players']);
  await userEvent.keyboard('{End}');
  expect(selected()).toEqual(['Sponsors']);
  await userEvent.keyboard('{Home}');
  expect(selected()).toEqual(['Overview']);
  await userEvent.tab();
  expect(screen.getByRole('tabpanel', { name: 'Overview' })).toHaveFocus();
});
