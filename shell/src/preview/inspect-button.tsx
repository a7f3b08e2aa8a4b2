import { NETWORK_ERROR } from '@site/contracts/error-texts';
import { Link, notify } from '@site/ui';
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { InspectorProps } from '../inspector/inspector';
import type { PreviewProps } from './preview-outlet';

const SHORTCUT = 'Alt+Shift+I';

const isShortcut = ({ code, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  code === 'KeyI' && altKey && shiftKey && !ctrlKey && !metaKey;

/** Opens the inspector, whose code is loaded the first time. */
export function InspectButton({ composition, map, knowledge }: PreviewProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [Inspector, setInspector] = useState<ComponentType<InspectorProps> | null>(null);

  const show = useCallback(async (): Promise<void> => {
    try {
      // Without the manifest it tells of what the document knows.
      const [{ Inspector: loaded }] = await Promise.all([import('../inspector/inspector'), map.load().catch(() => undefined)]);
      setInspector(() => loaded);
      setOpen(true);
    } catch {
      notify({ kind: 'error', message: NETWORK_ERROR });
    }
  }, [map]);

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      void show();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [show]);

  return (
    <>
      <Link asChild color="inherit" fontWeight="medium" textDecoration="underline" py="2">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-keyshortcuts={SHORTCUT}
          title={`Where each part of this page comes from (${SHORTCUT})`}
          onClick={() => void show()}
        >
          Inspect
        </button>
      </Link>
      {Inspector && <Inspector composition={composition} map={map} knowledge={knowledge} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
