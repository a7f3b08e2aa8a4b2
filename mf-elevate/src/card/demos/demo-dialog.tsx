import { useId, useState } from 'react';
import type { DemoKind, PlayerDemo } from '@site/contracts/api/demos';
import { Button, chakra, Text } from '@site/ui';
import { Dialog, useKeptDraft } from '@site/ui/dialog';
import { Checkbox, ErrorSummary, Field, Input, Textarea, useFocusOnRefusal } from '@site/ui/form';
import { demosApi } from '../../demos.api';
import { tellFailure } from '../../tell-failure';
import { checkDemo, readDemoFailure, type DemoProblems, type DemoValues } from './demo-rules';

const CONTROLS: (keyof DemoValues)[] = ['url', 'description'];

interface DemoDialogProps {
  username: string;
  kind: DemoKind;
  /** Null adds a new demo of this kind. */
  demo: PlayerDemo | null;
  onClose: () => void;
}

interface DemoDraft extends DemoValues {
  /** Of what is written: sent again, it is stored once. Drafts that an earlier release has kept have none. */
  key?: string;
}

const draftKey = (username: string, kind: DemoKind, demo: PlayerDemo | null): string =>
  `elevate:demo-draft:${username}:${demo ? `demo-${demo.id}` : `kind-${kind.id}`}`;

/** Adds, changes or removes one demo. It is mounted anew for each, so closing it forgets its errors and its checkbox, and what was typed. */
export function DemoDialog({ username, kind, demo, onClose }: DemoDialogProps) {
  const formId = useId();
  const [saved] = useState<DemoDraft>(() => ({
    url: demo?.url ?? '',
    description: demo?.description ?? '',
    key: crypto.randomUUID(),
  }));
  const [values, setValues, forgetDraft] = useKeptDraft(draftKey(username, kind, demo), saved);
  const [problems, setProblems] = useState<DemoProblems>({});
  const [attempt, setAttempt] = useState<{ count: number; problems: DemoProblems }>({ count: 0, problems: {} });
  const [refusal, setRefusal] = useState<{ fieldId: string } | null>(null);
  const [removing, setRemoving] = useState(false);
  const { save, remove, busy } = useDemoChanges(kind, demo);
  useFocusOnRefusal(refusal);
  const idOf = (name: keyof DemoValues) => `${formId}-${name}`;

  function close() {
    forgetDraft();
    onClose();
  }

  async function submit() {
    if (busy) return;
    if (removing) {
      if (await remove()) close();
      return;
    }
    const wrong = checkDemo(values);
    setAttempt(({ count }) => ({ count: count + 1, problems: wrong }));
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    const refused = await save(values);
    if (refused === null) return close();
    const first = CONTROLS.find((name) => name in refused);
    setProblems(refused);
    setRefusal(first ? { fieldId: idOf(first) } : null);
  }

  /** Between changing and removing, what was wrong before is not said again. */
  function setRemovalWish(wish: boolean) {
    setRemoving(wish);
    setAttempt({ count: 0, problems: {} });
  }

  const field = (name: keyof DemoValues, label: string) => ({
    id: idOf(name),
    label,
    error: removing ? undefined : problems[name],
  });
  const control = (name: keyof DemoValues) => ({
    name,
    value: values[name],
    disabled: removing,
    // What is saved is what stands here.
    readOnly: busy,
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value, key: crypto.randomUUID() });
      setProblems(({ [name]: _corrected, ...others }) => others);
    },
  });
  const summary = CONTROLS.flatMap((name) => {
    const message = attempt.problems[name];
    return message === undefined ? [] : [{ fieldId: idOf(name), message }];
  });

  return (
    <Dialog
      open
      onClose={close}
      busy={busy}
      unsaved={CONTROLS.some((name) => values[name] !== saved[name] && values[name].trim() !== '')}
      title={kind.name}
      footer={
        <Button type="submit" form={formId} colorPalette={removing ? 'danger' : 'accent'} aria-disabled={busy}>
          {removing ? 'Remove' : 'Save changes'}
        </Button>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="flex"
        flexDirection="column"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {kind.description && <Text color="fg.muted">{kind.description}</Text>}
        <ErrorSummary attempt={attempt.count} problems={summary} />
        <Field {...field('url', 'URL')}>
          <Input {...control('url')} type="url" inputMode="url" autoComplete="url" placeholder="https://" maxLength={2000} />
        </Field>
        <Field {...field('description', 'Description')}>
          <Textarea {...control('description')} rows={3} maxLength={2000} />
        </Field>
        {demo && (
          <Checkbox checked={removing} onChange={({ target }) => setRemovalWish(target.checked)}>
            Remove this demo
          </Checkbox>
        )}
      </chakra.form>
    </Dialog>
  );
}

function useDemoChanges(kind: DemoKind, demo: PlayerDemo | null) {
  const [add, adding] = demosApi.useElevateAddDemoMutation();
  const [change, changing] = demosApi.useElevateSaveDemoMutation();
  const [removeDemo, removal] = demosApi.useElevateRemoveDemoMutation();

  /** Null when the demo is saved, else what is wrong with its fields. */
  async function save({ url, description, key }: DemoDraft): Promise<DemoProblems | null> {
    const content = { url: url.trim(), description: description.trim() };
    const { error } = await (demo ? change({ id: demo.id, ...content }) : add({ demo_kind_id: kind.id, ...content, key }));
    if (error === undefined) return null;
    const { problems, toast } = readDemoFailure(error);
    tellFailure(error, toast);
    return problems;
  }

  async function remove(): Promise<boolean> {
    if (!demo) return false;
    const { error } = await removeDemo(demo.id);
    if (error) tellFailure(error);
    return error === undefined;
  }

  return { save, remove, busy: adding.isLoading || changing.isLoading || removal.isLoading };
}
