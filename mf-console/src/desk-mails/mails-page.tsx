import { useId, useState } from 'react';
import { groupMailSchema, type GroupMail } from '@site/contracts/api/desk';
import { Box, Button, Notice, Stack, Text, VisuallyHidden } from '@site/ui';
import { useMember } from '@site/session';
import { useKeptDraft, useUnsavedGuard } from '@site/ui/dialog';
import { deskApi } from '../desk/desk.api';
import { FailureNotice } from '../display/failure-notice';
import { Form } from '../editing/form';
import { draftKey } from '../editing/item-dialog';
import { ItemFields } from '../editing/item-fields';
import { DeskPage } from '../frame/desk-page';
import { MailPreview, readersOf } from './mail-preview';

export default function MailsPage() {
  return (
    <DeskPage title="Mails">
      <Mails />
    </DeskPage>
  );
}

const EMPTY: GroupMail = { code: '', subject: '', text: '' };
const LEAVE = 'This mail is not sent. Leave without it?';

/** A mail is written, looked at as its readers get it, and sent then: once, because what is shown has a key of its own. */
function Mails() {
  const formId = useId();
  const username = useMember()?.username;
  const [mail, setMail] = useKeptDraft(username ? draftKey(username, 'mail') : null, EMPTY);
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [looked, setLooked] = useState<{ typed: GroupMail; mail: GroupMail; key: string } | null>(null);
  // Of what was typed since, nothing was looked at, also where the answer came only then.
  const shown = looked?.typed === mail ? looked : null;
  const { data: groups = [] } = deskApi.useDeskPeerGroupNamesQuery(undefined);
  const [preview, { data, error, isLoading }] = deskApi.useDeskPreviewMailMutation();
  const [sent, setSent] = useState<string | null>(null);
  useUnsavedGuard(mail.subject.trim() + mail.text.trim() !== '', LEAVE);

  async function look() {
    const parsed = groupMailSchema.safeParse(mail);
    const wrong = parsed.success
      ? {}
      : Object.fromEntries(
          parsed.error.issues.map(({ path, message }) => [String(path[0]), path[0] === 'code' ? 'Choose a group' : message]),
        );
    setProblems(wrong);
    setLooked(null);
    setSent(null);
    if (!parsed.success || isLoading) return;
    const answer = await preview(parsed.data);
    if (!answer.error) setLooked({ typed: mail, mail: parsed.data, key: crypto.randomUUID() });
  }

  return (
    <Stack gap="8" maxW="3xl">
      <Text color="fg.muted" maxW="prose">
        Reaches the members of a peer group who have notifications on. Each mail has a link with which its reader ends them.
      </Text>
      <Form aria-label="A mail to a group" problems={problems} onSubmit={() => void look()}>
        <ItemFields
          {...{ formId, problems }}
          values={{ ...mail }}
          fields={[
            {
              name: 'code',
              label: 'Peer group',
              kind: 'choice',
              options: [['', 'Choose one'], ...groups.map(({ code, name }) => [code, `${name} (${code})`] as const)],
            },
            { name: 'subject', label: 'Subject', kind: 'line' },
            { name: 'text', label: 'Text', kind: 'paragraphs' },
          ]}
          onChange={(values) => setMail(values as unknown as GroupMail)}
        />
        <Button type="submit" alignSelf="flex-start" variant={shown ? 'outline' : 'solid'} aria-disabled={isLoading}>
          Show what they get
        </Button>
      </Form>
      {error && <FailureNotice failure={error} title="It cannot be shown" />}
      {shown && data && (
        <MailPreview
          key={shown.key}
          mail={shown.mail}
          sendKey={shown.key}
          preview={data}
          onSent={(recipients) => {
            setMail((now) => (now === shown.typed ? EMPTY : now));
            setSent(`The mail to ${shown.mail.code} is on its way to ${peopleOf(recipients)}.`);
          }}
        />
      )}
      <Box role="status">
        {shown && data && (
          <VisuallyHidden>{`${readersOf(data.recipients)}. What they read, and the button that sends it, follow the form.`}</VisuallyHidden>
        )}
        {sent && <Notice status="success">{sent}</Notice>}
      </Box>
    </Stack>
  );
}

const peopleOf = (count: number): string => (count === 1 ? 'one member' : `${count} members`);
