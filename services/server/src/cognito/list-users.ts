/** All users of the pool. Cognito lists them in no order and in small pages, so the whole list is read for any part of it. */
import {
  type CognitoIdentityProviderClient,
  paginateListGroups,
  paginateListUsers,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import type { IdentityUser } from '@site/platform/identity-admin';
import { toIdentityUser, toPoolUser } from './pool-user';
import type { UserPool } from './user-pool';

const LARGEST_PAGE = 60;

export async function listUsers(pool: UserPool, { limit, offset = 0 }: { limit: number; offset?: number }): Promise<IdentityUser[]> {
  const { client, userPoolId: UserPoolId } = pool;
  const groups = await groupsByName(pool);
  const users: IdentityUser[] = [];
  for await (const { Users = [] } of paginateListUsers(pages(client), { UserPoolId }))
    users.push(...Users.map((user) => toIdentityUser(toPoolUser(user), groups.get(user.Username ?? '') ?? [])));
  return users.sort((one, other) => (one.email < other.email ? -1 : 1)).slice(offset, offset + limit);
}

/** Groups by the name of their members. There are few groups: this asks less often than once per user. */
async function groupsByName({ client, userPoolId: UserPoolId }: UserPool): Promise<Map<string, string[]>> {
  const byName = new Map<string, string[]>();
  for await (const { Groups = [] } of paginateListGroups(pages(client), { UserPoolId }))
    for (const { GroupName = '' } of Groups)
      for await (const { Users = [] } of paginateListUsersInGroup(pages(client), { UserPoolId, GroupName }))
        for (const { Username = '' } of Users) byName.set(Username, [...(byName.get(Username) ?? []), GroupName].sort());
  return byName;
}

const pages = (client: CognitoIdentityProviderClient) => ({ client, pageSize: LARGEST_PAGE });
