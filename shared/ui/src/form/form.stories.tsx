import { Stack } from '@chakra-ui/react';
import { useState } from 'react';
import type { Story, StoryMeta } from '../story';
import { Checkbox, ErrorSummary, Field, Fieldset, Input, RadioGroup, Select, Switch, Textarea } from './index';

const meta: StoryMeta = { title: 'Form' };
export default meta;

const visibilities = [
  { value: 'public', label: 'Public', disabled: true },
  { value: 'sharable', label: 'Sharable', help: 'People to whom you give the link' },
  { value: 'private', label: 'Only me' },
] as const;

function Visibility() {
  const [value, setValue] = useState<'public' | 'sharable' | 'private'>('private');
  return <RadioGroup legend="Profile visibility" name="visibility" options={visibilities} value={value} onChange={setValue} />;
}

export const Controls: Story = {
  render: () => (
    <Stack gap="3" maxW="lg">
      <Field label="Interest">
        <Select defaultValue="">
          <option value="">Please, select one</option>
          <option value="general">general question</option>
        </Select>
      </Field>
      <Field label="Email" help="We answer within 2-3 business days">
        <Input type="email" autoComplete="email" />
      </Field>
      <Field label="Question" optional>
        <Textarea rows={7} />
      </Field>
      <Checkbox>I accept the privacy policy</Checkbox>
      <Checkbox defaultChecked>I accept the terms</Checkbox>
      <Switch defaultChecked help="Relevant peer-group e-mails">
        Notifications
      </Switch>
      <Visibility />
      <Fieldset legend="Goals" help="Select at least one">
        <Checkbox>Player</Checkbox>
        <Checkbox>Trainer</Checkbox>
      </Fieldset>
    </Stack>
  ),
};

export const Invalid: Story = {
  render: () => (
    <Stack gap="6" maxW="lg">
      <ErrorSummary
        attempt={1}
        problems={[
          { fieldId: 'story-phone', message: 'Enter a full phone number starting with a plus sign' },
          { message: 'You must agree before submitting.' },
        ]}
      />
      <Field id="story-phone" label="Phone" help="+1 followed by ten digits" error="Enter a full phone number starting with a plus sign">
        <Input type="tel" defaultValue="555" />
      </Field>
      <Checkbox error="You must agree before submitting.">I accept the terms</Checkbox>
    </Stack>
  ),
};
