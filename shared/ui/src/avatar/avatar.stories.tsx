import type { Story, StoryMeta } from '../story';
import { Avatar } from './index';

const meta: StoryMeta = { title: 'Avatar' };
export default meta;

export const WithoutPhoto: Story = { render: () => <Avatar name="A player" /> };
export const Decorative: Story = { render: () => <Avatar name="" size={48} /> };
