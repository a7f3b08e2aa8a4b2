/** Users of the pool by their groups. Cognito lists them in no order and in small pages. */
import {
  type CognitoIdentityProviderClient,
  paginateListGroups,
  paginateListUsersInGroup,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { IdentityUser } from '@site/platform/identity-admin';
import { toIdentityUser, toPoolUser } from './pool-user';
import type { UserPool } from './user-pool';

const LARGEST_PAGE = 60;

/** There are few groups, and few people in them: nobody else is read. */
export async function listUsersInGroups(pool: UserPool, wanted: readonly string[]): Promise<IdentityUser[]> {
  const { client, userPoolId: UserPoolId } = pool;
  const found = new Map<string, { user: UserType; groups: string[] }>();
  for await (const { Groups = [] } of paginateListGroups(pages(client), { UserPoolId }))
    for (const { GroupName = '' } of Groups)
      for await (const { Users = [] } of paginateListUsersInGroup(pages(client), { UserPoolId, GroupName }))
        for (const user of Users) {
          const { Username: name = '' } = user;
          found.set(name, { user, groups: [...(found.get(name)?.groups ?? []), GroupName].sort() });
        }
  return [...found.values()]
    .filter(({ groups }) => groups.some((group) => wanted.includes(group)))
    .map(({ user, groups }) => toIdentityUser(toPoolUser(user), groups))
    .sort((one, other) => (one.email < other.email ? -1 : 1));
}

const pages = (client: CognitoIdentityProviderClient) => ({ client, pageSize: LARGEST_PAGE });
