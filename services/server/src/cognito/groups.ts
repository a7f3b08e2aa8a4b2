/** Groups of one user. */
import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  CreateGroupCommand,
  GroupExistsException,
  paginateAdminListGroupsForUser,
  ResourceNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { GroupChange } from '@site/platform/identity-admin';
import { insteadOf, type UserPool } from './user-pool';

/** @param name The pool's own name of the user, here and below. */
export async function groupsOf({ client, userPoolId: UserPoolId }: UserPool, name: string): Promise<string[]> {
  const groups: string[] = [];
  for await (const { Groups = [] } of paginateAdminListGroupsForUser({ client }, { UserPoolId, Username: name }))
    groups.push(...Groups.flatMap(({ GroupName }) => GroupName ?? []));
  return groups.sort();
}

/** Adds before it takes away, so that a failure in between leaves nobody without access. Makes groups that the pool lacks. */
export async function changeGroups(pool: UserPool, name: string, { add = [], remove = [] }: GroupChange): Promise<true> {
  for (const group of add) await addToGroup(pool, name, group);
  for (const group of remove) await removeFromGroup(pool, name, group);
  return true;
}

async function addToGroup(pool: UserPool, name: string, group: string): Promise<void> {
  const add = () => pool.client.send(new AdminAddUserToGroupCommand({ UserPoolId: pool.userPoolId, Username: name, GroupName: group }));
  const added = await add().catch(insteadOf(ResourceNotFoundException, null));
  if (added) return;
  await createGroup(pool, group);
  await add();
}

const removeFromGroup = ({ client, userPoolId: UserPoolId }: UserPool, name: string, group: string) =>
  client.send(new AdminRemoveUserFromGroupCommand({ UserPoolId, Username: name, GroupName: group }));

const createGroup = ({ client, userPoolId: UserPoolId }: UserPool, group: string) =>
  client.send(new CreateGroupCommand({ UserPoolId, GroupName: group })).catch(insteadOf(GroupExistsException, null));
