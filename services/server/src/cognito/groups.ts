/** Groups of one user. */
import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  CreateGroupCommand,
  GroupExistsException,
  paginateAdminListGroupsForUser,
  ResourceNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { insteadOf, type UserPool } from './user-pool';

/** @param name The pool's own name of the user, here and below. */
export async function groupsOf({ client, userPoolId: UserPoolId }: UserPool, name: string): Promise<string[]> {
  const groups: string[] = [];
  for await (const { Groups = [] } of paginateAdminListGroupsForUser({ client }, { UserPoolId, Username: name }))
    groups.push(...Groups.flatMap(({ GroupName }) => GroupName ?? []));
  return groups.sort();
}

/**
 * Adds what is missing before it takes away, so that a failure in between leaves nobody without access. Makes groups that the pool lacks.
 * @returns The groups of the user now.
 */
export async function setGroups(pool: UserPool, name: string, wanted: readonly string[]): Promise<string[]> {
  const present = await groupsOf(pool, name);
  for (const group of new Set(wanted)) if (!present.includes(group)) await addToGroup(pool, name, group);
  for (const group of present) if (!wanted.includes(group)) await removeFromGroup(pool, name, group);
  return [...new Set(wanted)].sort();
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
