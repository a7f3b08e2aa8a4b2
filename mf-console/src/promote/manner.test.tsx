import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { registry, show } from '../testing/registry-under-test';
import { problemOf } from './manner';
import PromotePage from './promote-page';

const FORM = 'A share is a number such as 5 or 12.5, with at most two decimals.';

it.each([
  ['12.345', FORM],
  ['5,5', FORM],
  ['', FORM],
  ['0', 'The share of the visitors is more than 0 and less than 100 percent.'],
  ['100', 'The share of the visitors is more than 0 and less than 100 percent.'],
  ['99.99', null],
])('a share of "%s" is told from one that is out of bounds', (share, problem) => {
  expect(problemOf({ kind: 'canary', share })).toBe(problem);
});

it('the same of a step of a plan', () => {
  const plan = (share: string) => problemOf({ kind: 'plan', begins: null, isGuarded: null, steps: [{ share, minutes: '' }] });
  expect(plan('5,5')).toBe(FORM);
  expect(plan('100')).toBe('Each step has a share of more than 0 and less than 100 percent.');
});

it('a part that is not live yet is promoted for everybody, and it is said why it is not for a share', async () => {
  const parts = ['mf-events', 'mf-marketing'].map((name) => ({ name, team: 'a', prefixes: null, releases: 3, lastPublishedAt: null }));
  const releases = registry()['GET /registry/v1/remotes/mf-marketing/releases?limit=50']!;
  show(
    PromotePage,
    '/console/promote',
    registry({
      'GET /registry/v1/remotes': { body: { remotes: parts } },
      'GET /registry/v1/remotes/mf-events/releases?limit=50': releases,
    }),
  );
  const share = await screen.findByRole('radio', { name: 'For a share of the visitors' });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'mf-marketing' }), '1.2.0');
  await userEvent.click(share);
  const sentence = /^mf-events is not live yet, so no share of the visitors can be held against it\. Promote it for everybody first/;
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'mf-events' }), '1.2.0');
  expect(screen.getByText(sentence)).toBeVisible();
  expect(share).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'Step by step, by a plan' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  await userEvent.click(screen.getByRole('radio', { name: 'For everybody' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
