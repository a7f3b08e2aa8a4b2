import { afterEach, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { useWrittenBefore } from './use-written-before';

const EMPTY = { name: '', interest: 'one', agrees: false };
const idOf = (name: string) => `form-${name}`;
const take = jest.fn();

function Form() {
  const [values, setValues] = useState(EMPTY);
  useWrittenBefore(values, idOf, (written) => {
    take(written);
    setValues({ ...values, ...written });
  });
  const change = (name: string, value: unknown) => setValues({ ...values, [name]: value });
  return (
    <>
      <input id="form-name" value={values.name} onChange={({ target }) => change('name', target.value)} />
      <select id="form-interest" value={values.interest} onChange={({ target }) => change('interest', target.value)}>
        <option>one</option>
        <option>two</option>
      </select>
      <input id="form-agrees" type="checkbox" checked={values.agrees} onChange={({ target }) => change('agrees', target.checked)} />
      <input id="form-other" value="" readOnly />
    </>
  );
}

let root: Root;
/** The form in a document that was rendered ahead, in which `before` happens. */
async function alive(before: () => void = () => undefined) {
  const rendering = document.createElement('div');
  await act(async () => createRoot(rendering).render(<Form />));
  document.body.innerHTML = rendering.outerHTML;
  before();
  take.mockClear();
  await act(async () => (root = hydrateRoot(document.body.firstElementChild!, <Form />)));
}
afterEach(() => {
  act(() => root.unmount());
  take.mockClear();
});

const control = <Kind extends HTMLElement>(name: string) => document.getElementById(idOf(name)) as Kind;

test('what was written before the form is alive stays when something is written after', async () => {
  await alive(() => {
    control<HTMLInputElement>('name').value = 'Ada';
    control<HTMLSelectElement>('interest').value = 'two';
    control<HTMLInputElement>('agrees').checked = true;
  });
  expect(take.mock.calls).toEqual([[{ name: 'Ada', interest: 'two', agrees: true }]]);
  await userEvent.type(control('name'), ' Byron');
  expect(control<HTMLInputElement>('name').value).toBe('Ada Byron');
  expect(control<HTMLSelectElement>('interest').value).toBe('two');
  expect(control<HTMLInputElement>('agrees').checked).toBe(true);
});

test('where nothing was written, nothing is taken', async () => {
  await alive();
  await userEvent.type(control('name'), 'Ada');
  expect(take).not.toHaveBeenCalled();
});
