import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageUnderTest } from '@site/testing/page-under-test';
import { DataTable } from './data-table';

const ROWS = [{ name: 'b' }, { name: 'a' }];

const turn = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve)));

it('a table at rest is not rendered again', async () => {
  let renderings = 0;
  const Page = () => {
    const cell = () => {
      renderings += 1;
      return 'cell';
    };
    return <DataTable caption="Names" columns={[{ header: 'Name', id: 'name', cell }]} data={ROWS} rowId={({ name }) => name} />;
  };
  render(pageUnderTest({ Page, at: '/names' }));
  await turn();
  const before = renderings;
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(renderings).toBe(before);
});

it('the order is in the address, and said of the column', async () => {
  const Page = () => (
    <DataTable caption="Names" columns={[{ header: 'Name', accessorKey: 'name' }]} data={ROWS} rowId={({ name }) => name} />
  );
  render(pageUnderTest({ Page, at: '/names' }));
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['b', 'a']);
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['a', 'b']);
  expect(screen.getByRole('columnheader', { name: /Name/ })).toHaveAttribute('aria-sort', 'ascending');
  expect(window.location.search).toBe('?sort=name');
});
