import { Flex } from '@chakra-ui/react';
import type { Story, StoryMeta } from '../story';
import { Menu, MenuLink } from './index';

const meta: StoryMeta = { title: 'Menu' };
export default meta;

export const Navigation: Story = {
  render: () => (
    <Flex gap="2" as="nav" aria-label="Main">
      <Menu label="Venture studio">
        <MenuLink to="/blueprints">Blueprints</MenuLink>
        <MenuLink to="/ata">ATA</MenuLink>
      </Menu>
      <Menu label="My account">
        <MenuLink to="/card">Card</MenuLink>
        <MenuLink to="/signout">Sign out</MenuLink>
      </Menu>
    </Flex>
  ),
};
