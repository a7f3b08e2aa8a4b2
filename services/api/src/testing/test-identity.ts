/** Stand-in for the identity provider, for tests: accounts in memory, tokens signed with a key of its own. */
import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import type { CreateUserResult, IdentityAdmin, IdentityUser, NewUser } from '@site/platform/identity-admin';
import { createTokenVerifier, type TokenVerifier } from '@site/platform/jwt';
import { enqueueMail } from '@site/platform/outbox';
import { exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';

export interface TestAccount {
  subject: string;
  email: string;
  /** Value of the `Authorization` header. */
  authorization: string;
}

export interface TestIdentity {
  admin: IdentityAdmin;
  verifier: TokenVerifier;
  users: Map<string, IdentityUser>;
  /** Accounts with an authenticator app. */
  secondFactors: Set<string>;
  /** An account that can sign in with the password `correct horse`. */
  addAccount(email: string, options?: { groups?: string[]; subject?: string }): Promise<TestAccount>;
  /** A token of an account, signed in some seconds ago. */
  tokenFor(subject: string, options?: { groups?: string[]; signedInSecondsAgo?: number; lifeSeconds?: number }): Promise<string>;
}

export const TEST_PASSWORD = 'correct horse';

const ISSUER = 'https://identity.test';
const CLIENT = 'test-client';

/** A private key in PEM, for tests whose tokens must outlive a process. */
export async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return exportPKCS8(privateKey);
}

export async function createTestIdentity(signingKey?: string): Promise<TestIdentity> {
  const pem = signingKey ?? (await newSigningKey());
  const privateKey = await importPKCS8(pem, 'RS256');
  const publicKey = createPublicKey(pem);
  const users = new Map<string, IdentityUser>();
  const secondFactors = new Set<string>();
  const byEmail = (email: string) => [...users.values()].find((user) => user.email === email) ?? null;

  const add = (email: string, fullName: string, phone: string, groups: string[], username: string = randomUUID()) => {
    users.set(username, { username, email, fullName, phone, status: 'CONFIRMED', enabled: true, groups, createdAt: new Date() });
    return username;
  };

  const setEnabled = (username: string, enabled: boolean) => {
    const user = users.get(username);
    if (user) users.set(username, { ...user, enabled });
  };

  const create = ({ email, fullName, phone }: NewUser): CreateUserResult => {
    const known = byEmail(email);
    return { outcome: known ? 'exists' : 'created', username: known?.username ?? add(email, fullName, phone, []) };
  };

  const admin: IdentityAdmin = {
    createUser: async (user) => create(user),
    prepareInvitation: async () => async (user, tx) => {
      const created = create(user);
      const subject = created.outcome === 'exists' ? 'Somebody signed up with your address' : 'Your invitation';
      await enqueueMail(tx, { to: user.email, subject, text: subject });
      return created;
    },
    getUser: async (username) => users.get(username) ?? null,
    findUserByEmail: async (email) => byEmail(email),
    findUsersByHash: async (hashes) =>
      [...users.values()].filter(({ username }) => hashes.includes(createHash('sha256').update(username).digest('hex'))),
    listUsersInGroups: async (groups) => [...users.values()].filter((user) => user.groups.some((group) => groups.includes(group))),
    changeGroups: async (username, { add = [], remove = [] }) => {
      const user = users.get(username);
      if (user) users.set(username, { ...user, groups: [...user.groups.filter((group) => !remove.includes(group)), ...add] });
      return user !== undefined;
    },
    verifyPassword: async (username, password) => users.has(username) && password === TEST_PASSWORD,
    hasPassword: async (username) => users.has(username),
    readRecords: async () => null,
    disable: async (username) => setEnabled(username, false),
    enable: async (username) => setEnabled(username, true),
    resetSecondFactor: async (username) => void secondFactors.delete(username),
    deleteUser: async (username) => void users.delete(username),
  };

  const tokenFor: TestIdentity['tokenFor'] = async (subject, { groups = [], signedInSecondsAgo = 3600, lifeSeconds = 3600 } = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      token_use: 'access',
      client_id: CLIENT,
      username: subject,
      'cognito:groups': groups,
      auth_time: now - signedInSecondsAgo,
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256' })
      .setSubject(subject)
      .setIssuer(ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(now + lifeSeconds)
      .sign(privateKey);
  };

  return {
    admin,
    users,
    secondFactors,
    verifier: createTokenVerifier({ issuer: ISSUER, keys: async () => publicKey, clientId: CLIENT }),
    tokenFor,
    async addAccount(email, { groups = [], subject } = {}) {
      const username = add(email, 'Ada Byron', '+12345678901', groups, subject);
      return { subject: username, email, authorization: `Bearer ${await tokenFor(username, { groups })}` };
    },
  };
}
