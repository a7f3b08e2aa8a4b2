import { Button } from '@chakra-ui/react';
import type { Story, StoryMeta } from '../story';
import { Dialog, Drawer } from './index';

const meta: StoryMeta = { title: 'Dialog' };
export default meta;

const nothing = () => undefined;

export const Editing: Story = {
  render: () => (
    <Dialog open onClose={nothing} title="Edit the demo" footer={<Button>Save changes</Button>}>
      The address and the description are required.
    </Dialog>
  ),
};

export const SideDrawer: Story = {
  render: () => (
    <Drawer open onClose={nothing} title="Menu">
      Practice
    </Drawer>
  ),
};
