import type { Account, AccountAct, MemberDetails } from '@site/contracts/api/desk-members';
import { useMember } from '@site/session';
import { Badge, Box, Flex, Heading, Stack, Text, TextLink } from '@site/ui';
import { deskAddress } from '../addresses';
import { deskApi } from '../desk/desk.api';
import { Answered } from '../display/answered';
import { TextBadge } from '../display/text-badge';
import { ConfirmButton } from '../asking/confirm-button';
import { EditGroups } from './edit-groups';

/** How the member signs in, and what can be done about it. */
export function AccountSection({ member }: { member: MemberDetails }) {
  const account = deskApi.useDeskAccountQuery(member.id);
  return (
    <Box as="section" aria-labelledby="account">
      <Heading as="h2" id="account" size="xl" mb="2">
        Account
      </Heading>
      <Answered answer={account} what="the account">
        {(shown) => <Administration account={shown} />}
      </Answered>
    </Box>
  );
}

function Administration({ account }: { account: Account }) {
  const me = useMember();
  const [act] = deskApi.useDeskActOnAccountMutation();
  const { id, email, enabled, status, groups, version } = account;
  const beyond = groups.filter((group) => !me?.groups.includes(group));
  const on = (which: AccountAct) => () => act({ id, act: which, version });
  return (
    <Stack gap="4">
      <Flex gap="2" wrap="wrap" role="status">
        <Badge colorPalette={enabled ? 'success' : 'danger'}>{enabled ? 'enabled' : 'disabled'}</Badge>
        {status === 'invited' && <Badge colorPalette="warning">invited, was never here</Badge>}
        {groups.map((group) => (
          <TextBadge key={group}>{group}</TextBadge>
        ))}
      </Flex>
      <Box>
        <TextLink to={deskAddress('events', { target: id })}>Events of this account</TextLink>
      </Box>
      {id === me?.username && <Text color="fg.muted">This is your own account. Somebody else of the desk can change it.</Text>}
      {beyond.length > 0 && (
        <Text color="fg.muted">{`Only somebody who is in ${beyond.join(' and ')} as well can change this account.`}</Text>
      )}
      {id !== me?.username && beyond.length === 0 && (
        <Flex gap="3" wrap="wrap">
          {enabled ? (
            <ConfirmButton
              title={`Disable ${email}`}
              meaning={`All sessions of ${email} end at once, and nobody signs in with the account until it is enabled again. Its data stays.`}
              typed={email}
              done={`${email} is disabled.`}
              act={on('disable')}
            >
              Disable
            </ConfirmButton>
          ) : (
            <ConfirmButton
              title={`Enable ${email}`}
              colorPalette="accent"
              meaning={`${email} can sign in again.`}
              done={`${email} is enabled.`}
              act={on('enable')}
            >
              Enable
            </ConfirmButton>
          )}
          {status === 'invited' && enabled && (
            <ConfirmButton
              title={`Invite again: ${email}`}
              colorPalette="accent"
              meaning={`${email} gets a mail with a new temporary password. The one before ends.`}
              done={`${email} is invited again.`}
              act={on('invite')}
            >
              Invite again
            </ConfirmButton>
          )}
          <ConfirmButton
            title={`Reset the second factor of ${email}`}
            meaning={`The authenticator app, the passkeys and the recovery codes of ${email} end with all sessions, and a mail says so. Do this only for somebody who lost them and proved otherwise who they are.`}
            typed={email}
            done={`The second factor of ${email} is off.`}
            act={on('reset-second-factor')}
          >
            Reset the second factor
          </ConfirmButton>
          <EditGroups account={account} />
        </Flex>
      )}
    </Stack>
  );
}
