export { Menu, MenuAction, MenuLink, type MenuActionProps, type MenuLinkProps, type MenuProps } from './menu';
