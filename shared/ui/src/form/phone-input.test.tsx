import { afterEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { BrowserStage } from '../stage';
import { PhoneInput } from './index';

/** What a form has of the field. */
function Form() {
  const [phone, setPhone] = useState('');
  return (
    <>
      <PhoneInput aria-label="Phone" value={phone} onChange={({ target }) => setPhone(target.value)} />
      <output>{phone}</output>
    </>
  );
}

function show() {
  render(<Form />, { wrapper: BrowserStage });
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  input.focus();
  return input;
}

const paste = (input: HTMLInputElement, text: string) => fireEvent.paste(input, { clipboardData: { getData: () => text } });

/** jsdom has none. */
const execCommand = jest.fn<(command: string, ui: boolean, text: string) => boolean>();
afterEach(() => void Reflect.deleteProperty(document, 'execCommand'));

test('what is pasted is inserted by the browser, which can undo it, without what stands between the digits', () => {
  const input = show();
  const write = jest.spyOn(input, 'setRangeText');
  Object.assign(document, { execCommand: execCommand.mockReturnValue(true) });
  paste(input, ' +1 (212) 555-0100 ');
  expect(execCommand.mock.calls).toEqual([['insertText', false, '+12125550100']]);
  expect(write).not.toHaveBeenCalled();
});

test.each([
  ['has no such command', false],
  ['refuses it', true],
])('what is pasted reaches field and form also where the browser %s', (_, isThere) => {
  const input = show();
  if (isThere) Object.assign(document, { execCommand: execCommand.mockReturnValue(false) });
  paste(input, '+1 212 555 0100');
  expect(input).toHaveValue('+12125550100');
  expect(screen.getByRole('status')).toHaveTextContent('+12125550100');
});

test('no paste makes more than the field allows, and one that has no room or says nothing changes nothing', () => {
  const input = show();
  paste(input, `+1 (212) 555-01000 ext 99 ${'7'.repeat(5_000)}`);
  expect(input).toHaveValue('+121255501000ext');
  paste(input, '1');
  expect(input).toHaveValue('+121255501000ext');
  input.setSelectionRange(12, 16);
  paste(input, ' ');
  expect(input).toHaveValue('+121255501000ext');
  paste(input, '12345');
  expect(input).toHaveValue('+12125550100' + '1234');
});
