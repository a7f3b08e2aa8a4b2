import { useState } from 'react';
import { Button, type ButtonProps } from '@site/ui';
import type { CommandRequest } from '@site/release-model/registry-requests';
import { ActDialog } from './act-dialog';

interface ActButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'colorPalette'> {
  environment: string;
  command: CommandRequest;
  /** What it does, and to what: title of the dialog. */
  title: string;
  children: string;
  meaning: string;
  typed?: string;
}

/** A command that needs nothing more to be said: shown in a dialog, and carried out there. */
export function ActButton({ environment, command, title, children, meaning, typed, ...styles }: ActButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" aria-label={title} {...styles} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <ActDialog
          {...{ title, environment, command }}
          doIt={title}
          colorPalette={styles.colorPalette}
          meaning={() => meaning}
          {...(typed !== undefined && { typed })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
