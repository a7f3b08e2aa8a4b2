import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { pageUnderTest } from '@site/testing/page-under-test';
import { DataTable } from './data-table';

const ROWS = [{ name: 'b' }, { name: 'a' }];

const turn = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve)));

it('a table that got other rows is at rest once they are shown', async () => {
  let renderings = 0;
  const Page = () => {
    const [isMore, setIsMore] = useState(false);
    const cell = () => {
      renderings += 1;
      return 'cell';
    };
    const data = isMore ? [...ROWS, { name: 'c' }] : ROWS;
    return (
      <>
        <button onClick={() => setIsMore(!isMore)}>Change</button>
        <DataTable caption="Names" columns={[{ header: 'Name', id: 'name', cell }]} data={data} rowId={({ name }) => name} />
      </>
    );
  };
  render(pageUnderTest({ Page, at: '/names' }));
  for (let changes = 0; changes < 3; changes += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await turn();
  }
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
  // jsdom knows no width, and narrow windows hide the head.
  await userEvent.click(screen.getByRole('button', { name: 'Name', hidden: true }));
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['a', 'b']);
  expect(screen.getByRole('columnheader', { name: /Name/, hidden: true })).toHaveAttribute('aria-sort', 'ascending');
  expect(window.location.search).toBe('?sort=name');
});

it('draws a hundred rows at a time, the first in the order of all, however many there are, and the focus goes on with them', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ name: String(index).padStart(5, '0') }));
  const Page = () => (
    <DataTable caption="Names" columns={[{ header: 'Name', accessorKey: 'name' }]} data={many} rowId={({ name }) => name} />
  );
  const { container } = render(pageUnderTest({ Page, at: '/names?sort=-name' }));
  const cells = () => [...container.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(cells()).toHaveLength(100);
  expect(cells()[0]).toBe('09999');
  await userEvent.click(screen.getByRole('button', { name: 'Show more: 9900 of 10000 are left' }));
  expect(cells()).toHaveLength(200);
  expect(screen.getByRole('row', { name: '09899' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Show more: 9800 of 10000 are left' })).toBeVisible();
});

it('what is open in a row stays open when the table is shown with other columns', async () => {
  const Page = () => {
    const [count, setCount] = useState(0);
    return (
      <>
        <button onClick={() => setCount(count + 1)}>Change</button>
        <DataTable
          caption="Names"
          columns={[{ header: 'Name', id: 'name', cell: () => <input aria-label={`Note, ${count}`} /> }]}
          data={ROWS.slice(0, 1)}
          rowId={({ name }) => name}
        />
      </>
    );
  };
  render(pageUnderTest({ Page, at: '/names' }));
  await userEvent.type(screen.getByRole('textbox'), 'typed');
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByRole('textbox', { name: 'Note, 1' })).toHaveValue('typed');
});
