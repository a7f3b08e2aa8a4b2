import { useState } from 'react';
import { Button, type ButtonProps } from '@site/ui';
import { ActDialog } from './act-dialog';

interface RollbackButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  environment: string;
  /** Number of the revision to return to; without it, the registry chooses. */
  to?: number;
}

/** Shows what a rollback would bring back and take away, and carries it out. */
export function RollbackButton({ environment, to, size = 'sm', variant = 'outline' }: RollbackButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size={size} variant={variant} colorPalette="danger" onClick={() => setIsOpen(true)}>
        {to === undefined ? 'Roll back' : `Roll back to ${to}`}
      </Button>
      {isOpen && (
        <ActDialog
          title={`Roll back ${environment}`}
          environment={environment}
          command={{ kind: 'rollback', ...(to !== undefined && { to }) }}
          doIt="Roll back now"
          colorPalette="danger"
          labels={['goes', 'returns']}
          meaning={({ would }) =>
            `Everybody gets what revision ${would?.restores} had, with the next page that they load. Candidates end. Parameters, and parts that are switched off, stay as they are.`
          }
          onRefusal={(code, lookAt) =>
            code === 'just-rolled-back' && (
              <Button
                alignSelf="flex-start"
                variant="outline"
                colorPalette="danger"
                onClick={() => lookAt({ kind: 'rollback', again: true })}
              >
                See what is further back
              </Button>
            )
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
