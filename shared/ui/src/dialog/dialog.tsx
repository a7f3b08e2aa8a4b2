import { Modal, type ModalProps } from './modal';
import { useUnsavedGuard } from './use-unsaved-guard';

export interface DialogProps extends Omit<ModalProps, 'mayDismiss'> {
  size?: 'sm' | 'md' | 'lg';
  /** Whether closing would lose something, as what was written in it. What may be a slip asks first: Escape, a press beside it, leaving the page. */
  unsaved?: boolean;
  /** What is asked then, where it is not about something that was written. */
  question?: string;
}

const DISCARD = 'Discard what you have written here?';
const layerStyles = { align: 'center', justify: 'center', p: '4' } as const;

/** A task apart from the page, such as editing one entry. */
export function Dialog({ size = 'md', unsaved = false, question = DISCARD, ...rest }: DialogProps) {
  useUnsavedGuard(rest.open && unsaved, question);
  const panelStyles = {
    width: 'full',
    maxWidth: size === 'md' ? 'xl' : size === 'lg' ? '3xl' : 'sm',
    maxHeight: 'full',
    borderRadius: 'l3',
    animationName: 'rise-in',
  };
  return <Modal {...rest} mayDismiss={() => !unsaved || window.confirm(question)} layerStyles={layerStyles} panelStyles={panelStyles} />;
}
