export { Dialog, type DialogProps } from './dialog';
export { DismissButton, type DismissButtonProps } from './dismiss-button';
export { Drawer, type DrawerProps } from './drawer';
export { useKeptDraft } from './use-kept-draft';
export { useUnsavedGuard } from './use-unsaved-guard';
