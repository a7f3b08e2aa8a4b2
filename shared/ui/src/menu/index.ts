export { Menu, MenuLink, type MenuLinkProps, type MenuProps } from './menu';
