/** For tests only: a user pool in memory behind Cognito's wire, which remembers what it was asked. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';

type Body = Record<string, unknown>;

export interface Call {
  operation: string;
  body: Body;
}

interface FakeUser {
  Username: string;
  Attributes: { Name: string; Value: string }[];
  UserStatus: string;
  Enabled: boolean;
  UserCreateDate: number;
  password: string;
  groups: string[];
  hasSecondFactor: boolean;
  /** Lists of a pool lag behind what was just written. */
  isListed: boolean;
}

class Refusal extends Error {
  constructor(
    override readonly name: string,
    readonly status = 400,
  ) {
    super('what Cognito says about ada@example.com');
  }
}

export interface FakeUserPool {
  endpoint: string;
  calls: Call[];
  /** @param fields `sub` and `Username` are one, unless they are given. */
  addUser(email: string, fields?: Partial<FakeUser> & { sub?: string }): FakeUser;
  users: Map<string, FakeUser>;
  /** Refuses every call of an operation from now on, until it is told `null`. */
  refuse(operation: string, refusal: { name: string; status?: number } | null): void;
  /** Public keys that it serves where a pool does. */
  keys: JWK[];
  stop(): Promise<void>;
}

const PAGE = 2;

export async function startFakeUserPool(poolId: string): Promise<FakeUserPool> {
  const users = new Map<string, FakeUser>();
  const groups = new Set<string>();
  const calls: Call[] = [];
  const keys: JWK[] = [];
  const refused = new Map<string, Refusal>();

  const attribute = (user: FakeUser, name: string) => user.Attributes.find(({ Name }) => Name === name)?.Value;
  const addUser: FakeUserPool['addUser'] = (email, { sub = randomUUID(), ...fields } = {}) => {
    const named = { sub, email, email_verified: 'true', name: 'Ada Lovelace', phone_number: '+12125550100' };
    const user: FakeUser = {
      Username: sub,
      Attributes: Object.entries(named).map(([Name, Value]) => ({ Name, Value })),
      UserStatus: 'CONFIRMED',
      Enabled: true,
      UserCreateDate: 1_750_000_000,
      password: 'analytical engine',
      groups: [],
      hasSecondFactor: false,
      isListed: true,
      ...fields,
    };
    for (const group of user.groups) groups.add(group);
    users.set(user.Username, user);
    return user;
  };

  /** As Cognito does it: by name, or by the address of an account of the pool. */
  const find = ({ Username }: Body): FakeUser => {
    const byName = users.get(String(Username));
    const byEmail = [...users.values()].find((user) => user.UserStatus !== 'EXTERNAL_PROVIDER' && attribute(user, 'email') === Username);
    const user = byName ?? byEmail;
    if (!user) throw new Refusal('UserNotFoundException');
    return user;
  };
  const shown = ({ password: _password, groups: _groups, hasSecondFactor: _factor, isListed: _listed, ...user }: FakeUser) => user;
  const page = <T>(all: T[], { PaginationToken, NextToken }: Body) => {
    const from = Number(PaginationToken ?? NextToken ?? 0);
    return { items: all.slice(from, from + PAGE), next: from + PAGE < all.length ? String(from + PAGE) : undefined };
  };
  const inGroup = (body: Body) => {
    if (!groups.has(String(body.GroupName))) throw new Refusal('ResourceNotFoundException');
    return find(body);
  };

  const operations: Record<string, (body: Body) => unknown> = {
    AdminCreateUser(body) {
      if (body.MessageAction === 'RESEND') return { User: shown(find(body)) };
      if ([...users.values()].some((user) => user.UserStatus !== 'EXTERNAL_PROVIDER' && attribute(user, 'email') === body.Username))
        throw new Refusal('UsernameExistsException');
      const given = body.UserAttributes as FakeUser['Attributes'];
      const user = addUser(String(body.Username), { UserStatus: 'FORCE_CHANGE_PASSWORD' });
      user.Attributes = [...user.Attributes.filter(({ Name }) => Name === 'sub'), ...given];
      return { User: shown(user) };
    },
    AdminGetUser(body) {
      const { Attributes: UserAttributes, ...user } = shown(find(body));
      return { ...user, UserAttributes };
    },
    ListUsers(body) {
      const [, name = '', value] = /^(\w+) = "(.*)"$/.exec(String(body.Filter ?? '')) ?? [];
      const listed = [...users.values()].filter(({ isListed }) => isListed);
      const found = listed.filter((user) => !body.Filter || attribute(user, name) === value?.replace(/\\(.)/g, '$1'));
      const { items, next } = page(found, body);
      return { Users: items.map(shown), PaginationToken: next };
    },
    ListGroups(body) {
      const { items, next } = page([...groups], body);
      return { Groups: items.map((GroupName) => ({ GroupName })), NextToken: next };
    },
    ListUsersInGroup(body) {
      const { items, next } = page(
        [...users.values()].filter((user) => user.groups.includes(String(body.GroupName))),
        body,
      );
      return { Users: items.map(shown), NextToken: next };
    },
    AdminListGroupsForUser(body) {
      const { items, next } = page(find(body).groups, body);
      return { Groups: items.map((GroupName) => ({ GroupName })), NextToken: next };
    },
    AdminAddUserToGroup(body) {
      const user = inGroup(body);
      user.groups = [...new Set([...user.groups, String(body.GroupName)])];
    },
    AdminRemoveUserFromGroup(body) {
      const user = inGroup(body);
      user.groups = user.groups.filter((group) => group !== body.GroupName);
    },
    CreateGroup: (body) => void groups.add(String(body.GroupName)),
    AdminInitiateAuth(body) {
      const { USERNAME: Username, PASSWORD } = body.AuthParameters as Record<string, string>;
      const user = find({ Username });
      if (!user.Enabled || user.password !== PASSWORD) throw new Refusal('NotAuthorizedException');
      if (user.hasSecondFactor) return { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 's', ChallengeParameters: {} };
      return { AuthenticationResult: { AccessToken: 'a', IdToken: 'i', RefreshToken: `refresh of ${user.Username}`, ExpiresIn: 3600 } };
    },
    RevokeToken: () => undefined,
    AdminDisableUser: (body) => void (find(body).Enabled = false),
    AdminEnableUser: (body) => void (find(body).Enabled = true),
    AdminUserGlobalSignOut: (body) => void find(body),
    AdminDeleteUser: (body) => void users.delete(find(body).Username),
    AdminSetUserMFAPreference: (body) => void (find(body).hasSecondFactor = false),
  };

  function perform(operation: string, body: Body): unknown {
    const refusal = refused.get(operation);
    if (refusal) throw refusal;
    const work = operations[operation];
    if (!work) throw new Refusal('UnknownOperationException');
    if (body.UserPoolId !== undefined && body.UserPoolId !== poolId) throw new Refusal('ResourceNotFoundException');
    return work(body) ?? {};
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const send = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
      if (request.method === 'GET') {
        send(request.url === `/${poolId}/.well-known/jwks.json` ? 200 : 404, { keys });
        return;
      }
      const operation = String(request.headers['x-amz-target']).replace('AWSCognitoIdentityProviderService.', '');
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
      calls.push({ operation, body });
      try {
        send(200, perform(operation, body));
      } catch (error) {
        const { name, message, status = 500 } = error as Refusal;
        send(status, { __type: name, message });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    users,
    keys,
    addUser,
    refuse: (operation, refusal) =>
      void (refusal ? refused.set(operation, new Refusal(refusal.name, refusal.status)) : refused.delete(operation)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
