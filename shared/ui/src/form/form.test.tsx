import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserStage } from '../stage';
import { Checkbox, ErrorSummary, Field, Input, RadioGroup, Select, Switch, Textarea } from './index';

const show = (children: ReactNode) => render(<BrowserStage>{children}</BrowserStage>);

test('a control is named by its label and described by its hint and its error', () => {
  show(
    <Field label="Phone" help="+1 followed by ten digits" error="Enter a full phone number starting with a plus sign">
      <Input type="tel" />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Phone' });
  expect(input).toBeInvalid();
  expect(input).toBeRequired();
  expect(input).toHaveAccessibleDescription('+1 followed by ten digits Enter a full phone number starting with a plus sign');
});

test('a field without an error is valid, and an optional one says so', () => {
  show(
    <>
      <Field label="Question" optional>
        <Textarea />
      </Field>
      <Field label="Interest">
        <Select>
          <option>general question</option>
        </Select>
      </Field>
    </>,
  );
  expect(screen.getByRole('textbox', { name: 'Question (optional)' })).not.toBeRequired();
  expect(screen.getByRole('combobox', { name: 'Interest' })).toBeValid();
});

test('a choice that is longer than its field ends in dots, not in the middle of a letter', () => {
  show(
    <Field label="Page">
      <Select>
        <option>/offer at 360 pixels: failed, 2.50% (25 px) different</option>
      </Select>
    </Field>,
  );
  expect(screen.getByRole('combobox', { name: 'Page' })).toHaveStyle({ textOverflow: 'ellipsis' });
});

test('a checkbox and a switch toggle by their labels', async () => {
  const onChange = jest.fn();
  show(
    <>
      <Checkbox error="You must agree before submitting." onChange={onChange}>
        I accept the terms
      </Checkbox>
      <Switch>Notifications</Switch>
    </>,
  );
  await userEvent.click(screen.getByText('I accept the terms'));
  expect(onChange).toHaveBeenCalledTimes(1);
  const checkbox = screen.getByRole('checkbox', { name: 'I accept the terms' });
  expect(checkbox).toBeChecked();
  expect(checkbox).toHaveAccessibleDescription('You must agree before submitting.');
  await userEvent.click(screen.getByText('Notifications'));
  expect(screen.getByRole('switch', { name: 'Notifications' })).toBeChecked();
});

test('a disabled option is shown and cannot be chosen', async () => {
  const onChange = jest.fn();
  show(
    <RadioGroup
      legend="Profile visibility"
      name="visibility"
      value="private"
      onChange={onChange}
      options={[
        { value: 'public', label: 'Public', disabled: true },
        { value: 'sharable', label: 'Sharable' },
        { value: 'private', label: 'Only me' },
      ]}
    />,
  );
  expect(screen.getByRole('radiogroup', { name: 'Profile visibility' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Only me' })).toBeChecked();
  await userEvent.click(screen.getByText('Public'));
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Sharable'));
  expect(onChange).toHaveBeenCalledWith('sharable');
});

test('the error summary takes the focus at each attempt, not while typing, and leads to the field', async () => {
  const form = (attempt: number) => (
    <BrowserStage>
      <ErrorSummary attempt={attempt} problems={[{ fieldId: 'email', message: 'The email is not valid' }]} />
      <Field id="email" label="Email">
        <Input />
      </Field>
    </BrowserStage>
  );
  const { rerender } = render(form(1));
  const summary = screen.getByRole('group', { name: 'Problems with the form' });
  expect(summary).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'The email is not valid' }));
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  rerender(form(1));
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  rerender(form(2));
  expect(summary).toHaveFocus();
});
