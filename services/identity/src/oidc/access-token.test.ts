import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { changePassword } from '../accounts/passwords';
import { createTestIdentity, postForm, signInWithPassword, type TestIdentity, type Tokens } from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';
import { findSignedIn } from './access-token';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

async function signedIn(groups: string[] = []) {
  const email = `member-${Math.random()}@example.com`;
  const account = await identity.addAccount({ email, password: PASSWORD, groups });
  const { tokens } = await signInWithPassword(identity, email, PASSWORD);
  return { account, tokens };
}

/** Groups of whoever shows the token now; null if nobody does. */
async function groupsOf(tokens: Tokens): Promise<string[] | null> {
  const { sub = '', origin_jti: originJti } = decodeJwt(tokens.access_token);
  return (await findSignedIn(identity.database.db, { sub, originJti: String(originJti) }))?.groups ?? null;
}

describe('an access token that is out is worth nothing from the moment on', () => {
  it.each<[string, (of: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>]>([
    [
      'its owner signs out',
      ({ tokens }) => postForm(identity.app, '/oauth2/revoke', { client_id: identity.config.clientId, token: tokens.refresh_token }),
    ],
    ['its owner changes the password', ({ account }) => changePassword(identity.context, account, 'another engine')],
    ['the account is disabled', ({ account }) => createIdentityAdmin(identity.context).disable(account.sub)],
    ['the account is removed', ({ account }) => createIdentityAdmin(identity.context).deleteUser(account.sub)],
  ])('%s', async (_when, end) => {
    const member = await signedIn();
    expect(await groupsOf(member.tokens)).toEqual([]);
    await end(member);
    expect(await groupsOf(member.tokens)).toBeNull();
  });

  it('and for what a group allows, from the moment on in which its owner leaves the group', async () => {
    const { account, tokens } = await signedIn(['release-manager', 'staff']);
    await createIdentityAdmin(identity.context).changeGroups(account.sub, { remove: ['staff'] });
    expect(await groupsOf(tokens)).toEqual(['release-manager']);
  });

  it('unless it is of another sign-in of theirs', async () => {
    const { account, tokens } = await signedIn();
    const other = await signInWithPassword(identity, account.email, PASSWORD);
    await postForm(identity.app, '/oauth2/revoke', { client_id: identity.config.clientId, token: tokens.refresh_token });
    expect(await groupsOf(other.tokens)).toEqual([]);
  });
});
