import type { Story, StoryMeta } from '../story';
import { Disclosure } from './index';

const meta: StoryMeta = { title: 'Disclosure' };
export default meta;

export const TwoRemarks: Story = {
  render: () => (
    <>
      <Disclosure summary="Remark A">Users without a sponsored peer group enter the code SELF-4E.</Disclosure>
      <Disclosure summary="Remark B">E-mails are sent only if notifications are enabled.</Disclosure>
    </>
  ),
};
