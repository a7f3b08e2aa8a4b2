import { Modal, type ModalProps } from './modal';

export interface DialogProps extends ModalProps {
  size?: 'sm' | 'md' | 'lg';
}

const layerStyles = { align: 'center', justify: 'center', p: '4' } as const;

/** A task apart from the page, such as editing one entry. */
export function Dialog({ size = 'md', ...rest }: DialogProps) {
  const panelStyles = {
    width: 'full',
    maxWidth: size === 'md' ? 'xl' : size === 'lg' ? '3xl' : 'sm',
    maxHeight: 'full',
    borderRadius: 'l3',
    animationName: 'rise-in',
  };
  return <Modal {...rest} layerStyles={layerStyles} panelStyles={panelStyles} />;
}
