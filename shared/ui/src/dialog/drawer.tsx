import { Modal, type ModalProps } from './modal';

export type DrawerProps = ModalProps;

const layerStyles = { justify: 'flex-end' } as const;
const panelStyles = { width: 'min(22rem, 88vw)', height: 'full', animationName: 'slide-in' };

/** Comes from the end of the window; the navigation of small windows. */
export function Drawer(props: DrawerProps) {
  return <Modal {...props} layerStyles={layerStyles} panelStyles={panelStyles} />;
}
