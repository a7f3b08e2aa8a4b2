import { Modal, type ModalProps } from './modal';
import { useUnsavedGuard } from './use-unsaved-guard';

export interface DialogProps extends Omit<ModalProps, 'mayDismiss'> {
  size?: 'sm' | 'md' | 'lg';
  /** Whether closing would lose something, as what was written in it. What may be a slip asks first: Escape, a press beside it, leaving the page. */
  unsaved?: boolean;
  /** What is asked then, where it is not about something that was written. */
  question?: string;
  /** While what it does is on its way nothing closes it, and leaving the page asks: nobody would hear what came of it. */
  busy?: boolean;
}

const DISCARD = 'Discard what you have written here?';
const UNHEARD = 'Leave without hearing what came of it?';
const layerStyles = { align: 'center', justify: 'center', p: '4' } as const;

/** A task apart from the page, such as editing one entry. */
export function Dialog({ size = 'md', unsaved = false, question = DISCARD, busy = false, onClose, ...rest }: DialogProps) {
  useUnsavedGuard(rest.open && (busy || unsaved), busy ? UNHEARD : question);
  const panelStyles = {
    width: 'full',
    maxWidth: size === 'md' ? 'xl' : size === 'lg' ? '3xl' : 'sm',
    maxHeight: 'full',
    borderRadius: 'l3',
    animationName: 'rise-in',
  };
  return (
    <Modal
      {...rest}
      onClose={() => {
        if (!busy) onClose();
      }}
      mayDismiss={() => !busy && (!unsaved || window.confirm(question))}
      layerStyles={layerStyles}
      panelStyles={panelStyles}
    />
  );
}
