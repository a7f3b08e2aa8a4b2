import { Modal, type ModalProps } from './modal';
import { useUnsavedGuard } from './use-unsaved-guard';

export interface DialogProps extends Omit<ModalProps, 'mayDismiss'> {
  size?: 'sm' | 'md' | 'lg';
  /** Whether something was written in it that closing would lose. What may be a slip asks first: Escape, a press beside it, leaving the page. */
  unsaved?: boolean;
}

const DISCARD = 'Discard what you have written here?';
const layerStyles = { align: 'center', justify: 'center', p: '4' } as const;

/** A task apart from the page, such as editing one entry. */
export function Dialog({ size = 'md', unsaved = false, ...rest }: DialogProps) {
  useUnsavedGuard(rest.open && unsaved, DISCARD);
  const panelStyles = {
    width: 'full',
    maxWidth: size === 'md' ? 'xl' : size === 'lg' ? '3xl' : 'sm',
    maxHeight: 'full',
    borderRadius: 'l3',
    animationName: 'rise-in',
  };
  return <Modal {...rest} mayDismiss={() => !unsaved || window.confirm(DISCARD)} layerStyles={layerStyles} panelStyles={panelStyles} />;
}
