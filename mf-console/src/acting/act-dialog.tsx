/** One command in a dialog: shown first, carried out with a second press. */
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { CommandRequest } from '@site/release-model/registry-requests';
import { Stack, type ButtonProps } from '@site/ui';
import { Dialog, DismissButton } from '@site/ui/dialog';
import { ActReview } from './act-review';
import { useAct, type Stage } from './use-act';

interface ActDialogProps {
  title: string;
  environment: string;
  /** What is looked at as soon as the dialog opens. */
  command: CommandRequest;
  doIt: string;
  colorPalette?: ButtonProps['colorPalette'];
  typed?: string;
  meaning: (shown: Extract<Stage, { kind: 'shown' }>) => ReactNode;
  labels?: [string, string];
  /** Shown in the place of a refusal, where there is something to do about it. */
  onRefusal?: (code: string, lookAt: (command: CommandRequest) => void) => ReactNode;
  onClose: () => void;
}

export function ActDialog({ title, environment, command, onRefusal, onClose, ...review }: ActDialogProps) {
  const act = useAct(environment);
  const look = useEffectEvent(() => void act.look(command));
  useEffect(() => look(), []);
  const { stage } = act;
  const isBusy = stage.kind === 'carrying-out';
  const remedy =
    stage.kind === 'refused' && 'code' in stage.failure ? onRefusal?.(stage.failure.code, (other) => void act.look(other)) : null;
  return (
    <Dialog open onClose={onClose} busy={isBusy} title={title} footer={<DismissButton busy={isBusy} label="Close" onClose={onClose} />}>
      <Stack gap="4">
        <ActReview act={act} environment={environment} onLookAgain={() => void act.look(command)} {...review} />
        {remedy}
      </Stack>
    </Dialog>
  );
}
