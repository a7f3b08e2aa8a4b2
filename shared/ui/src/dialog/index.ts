export { Dialog, type DialogProps } from './dialog';
export { Drawer, type DrawerProps } from './drawer';
export { useUnsavedGuard } from './use-unsaved-guard';
