import type { GroupMail, GroupMailPreview } from '@site/contracts/api/desk';
import { Box, Heading, Notice, Stack, Text } from '@site/ui';
import { deskApi } from '../desk/desk.api';
import { ConfirmButton } from '../asking/confirm-button';

interface MailPreviewProps {
  mail: GroupMail;
  /** Of this one mail: with it, a second press and a repeat after a lost answer send nothing more. */
  sendKey: string;
  preview: GroupMailPreview;
  onSent: (recipients: number) => void;
}

/** How many get it, what they read, and the button that sends it. */
export function MailPreview({ mail, sendKey, preview: { recipients, subject, text }, onSent }: MailPreviewProps) {
  const [send] = deskApi.useDeskSendMailMutation();

  async function act() {
    const { data, error } = await send({ mail, key: sendKey });
    if (data) onSent(data.recipients);
    return { error };
  }

  const readers = readersOf(recipients);
  return (
    <Stack as="section" aria-labelledby="preview" gap="4">
      <Heading as="h2" id="preview" size="xl">
        {readers}
      </Heading>
      <Box borderWidth="1px" borderRadius="l3" bg="bg.panel" overflowWrap="anywhere">
        <Text px="5" py="3" fontWeight="semibold" borderBottomWidth="1px">
          {subject}
        </Text>
        <Text px="5" py="4" whiteSpace="pre-wrap">
          {text}
        </Text>
      </Box>
      {recipients === 0 ? (
        <Notice status="warning">Nobody in this group has notifications on, so there is nothing to send.</Notice>
      ) : (
        <Box>
          <ConfirmButton
            title={`Send it to ${recipients === 1 ? '1 member' : `${recipients} members`} of ${mail.code}`}
            colorPalette="accent"
            meaning={`${readers}, and it cannot be taken back.`}
            typed={mail.code}
            done={`The mail to ${mail.code} is on its way.`}
            act={act}
          >
            Send it
          </ConfirmButton>
        </Box>
      )}
    </Stack>
  );
}

export const readersOf = (recipients: number): string => (recipients === 1 ? '1 member gets it' : `${recipients} members get it`);
