/** Adds or changes one thing in a dialog. What somebody else has changed meanwhile is shown, and written over only by whoever has seen it. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button, Grid, notify, Stack } from '@site/ui';
import { useMember } from '@site/session';
import { Dialog, DismissButton, useKeptDraft } from '@site/ui/dialog';
import { FailureNotice } from '../display/failure-notice';
import { codeOf, type Failure } from '../registry/failure';
import { ChangedMeanwhile } from './changed-meanwhile';
import { Form } from './form';
import { ItemFields, type ItemField, type Values } from './item-fields';
import { mergeNewest, type Merged } from './merge-newest';

/** A schema of the contracts, as far as this needs one. */
interface Schema<Input> {
  safeParse(
    values: unknown,
  ): { success: true; data: Input } | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
}

/** What is changed: as it was when the dialog opened, and as it is now. */
export interface Seen {
  version: number;
  values: Values;
}

interface ItemDialogProps<Input> {
  /** Names it where what was typed is to outlive the session: what begins with nothing, and is based on nothing that others change. */
  keptAs?: string | undefined;
  title: string;
  /** Words of the button that writes it. */
  doIt: string;
  /** What is said when it is done. */
  done: string;
  fields: readonly ItemField[];
  schema: Schema<Input>;
  /** The newest that is known of what is changed; for what is added, version 0 with what the fields begin with. */
  item: Seen;
  /** What is sent of the values, where that is not what stands in the fields. */
  inputOf?: (values: Values) => unknown;
  save: (input: Input, version: number) => Promise<{ error?: Failure | undefined }>;
  /** Stands above the fields, in words that are kept up to date. */
  context?: ReactNode;
  /** Stands beside the fields. */
  aside?: (values: Values) => ReactNode;
  onClose: () => void;
}

/** Codes of refusals because somebody else was quicker, of the desk and of the registry. */
const CHANGED_MEANWHILE = new Set(['changed-meanwhile', 'rules-conflict']);

export function ItemDialog<Input>({
  keptAs,
  title,
  doIt,
  done,
  fields,
  schema,
  item,
  inputOf = (values) => values,
  save,
  context,
  aside,
  onClose,
}: ItemDialogProps<Input>) {
  const formId = useId();
  /** What it was when it was looked at last, and what stands in the fields. */
  const [seen, setSeen] = useState(item);
  const username = useMember()?.username;
  const [values, setValues, forgetDraft] = useKeptDraft(keptAs && username ? draftKey(username, keptAs) : null, item.values);
  const { version } = seen;
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** What somebody else has changed, once it was looked at. */
  const [news, setNews] = useState<Merged['news'] | null>(null);

  /** A long dialog is sent from its end, and what is said of it stands at its top. */
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What it answers is no clean-up: a promise, in browsers of today.
    refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  function close() {
    forgetDraft();
    onClose();
  }

  async function submit() {
    if (isBusy) return;
    const parsed = schema.safeParse(inputOf(values));
    setProblems(parsed.success ? {} : problemsOf(parsed.error.issues));
    if (!parsed.success) return;
    setIsBusy(true);
    const { error } = await save(parsed.data, version);
    setIsBusy(false);
    setFailure(error ?? null);
    setNews(null);
    if (error) return;
    notify({ kind: 'success', message: done });
    close();
  }

  /** What was typed stays, and what was not is as somebody else has changed it. */
  function takeNewest() {
    const merged = mergeNewest({ seen: seen.values, typed: values, newest: item.values });
    setValues(merged.values);
    setNews(merged.news);
    setSeen(item);
    setFailure(null);
    setProblems({});
  }

  return (
    <Dialog
      open
      onClose={close}
      busy={isBusy}
      unsaved={JSON.stringify(values) !== JSON.stringify(seen.values)}
      title={title}
      size={aside ? 'lg' : 'md'}
      footer={
        <>
          <DismissButton busy={isBusy} onClose={close} />
          <Button type="submit" form={formId} aria-disabled={isBusy}>
            {doIt}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {failure && (
          <Stack ref={refusal} gap="4">
            <FailureNotice failure={failure} />
            {CHANGED_MEANWHILE.has(codeOf(failure)) && item.version !== version && (
              <Button variant="outline" alignSelf="flex-start" onClick={takeNewest}>
                Show what it is now
              </Button>
            )}
          </Stack>
        )}
        {news && (
          <ChangedMeanwhile news={news} fields={fields} values={values} onTake={(name, value) => setValues({ ...values, [name]: value })} />
        )}
        {context}
        <Grid templateColumns={aside ? { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' } : 'minmax(0, 1fr)'} gap="8">
          <Form id={formId} aria-label={title} problems={problems} onSubmit={() => void submit()}>
            <ItemFields {...{ formId, fields, values, problems }} onChange={setValues} />
          </Form>
          {aside?.(values)}
        </Grid>
      </Stack>
    </Dialog>
  );
}

export const draftKey = (username: string, name: string): string => `console:draft:${username}:${name}`;

/** The first problem of each field. */
const problemsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Partial<Record<string, string>> =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0] ?? ''), message]));
