import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tokenSchema } from '@site/release-model/registry-answers';
import { admin, refused, registry, show } from '../testing/registry-under-test';
import TokensPage from './tokens-page';

const AT = '2026-11-22T10:00:00.000Z';
const token = (more: object = {}) =>
  tokenSchema.parse({
    ...{ id: 'a1', name: 'marketing-ci', verbs: ['publish'], parts: ['mf-marketing'], environments: ['*'], state: 'valid' },
    ...{ createdBy: 'grace', createdAt: AT, expiresAt: null, revokedAt: null, lastUsedOn: null, ...more },
  });
const managed = (more: object = {}) =>
  registry({
    'GET /registry/v1/whoami': { body: admin() },
    'GET /registry/v1/tokens': { body: { tokens: [token()] } },
    ...more,
  });

it('who does not manage tokens finds no link to them, and nothing is asked', async () => {
  const sent = show(TokensPage, '/console/tokens');
  expect(await screen.findByText('You do not manage tokens')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Tokens' })).not.toBeInTheDocument();
  expect(sent.some(({ call }) => call.endsWith('/tokens'))).toBe(false);
});

it('the day on which a token was used last is written in words', async () => {
  show(TokensPage, '/console/tokens', managed({ 'GET /registry/v1/tokens': { body: { tokens: [token({ lastUsedOn: '2026-11-20' })] } } }));
  expect(await screen.findByText('Nov 20, 2026')).toBeVisible();
});

it('an admin makes a token, whose secret is shown', async () => {
  const sent = show(
    TokensPage,
    '/console/tokens',
    managed({ 'POST /registry/v1/tokens': { status: 201, body: { token: token({ name: 'auth-ci' }), secret: 'rt_once' } } }),
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'auth-ci');
  await userEvent.click(screen.getByRole('button', { name: 'Make the token' }));
  expect(screen.getByText('Name at least one part')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Parts' }), 'mf-auth, shell');
  await userEvent.click(screen.getByRole('button', { name: 'Make the token' }));
  expect(await screen.findByText('rt_once')).toBeVisible();
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ name: 'auth-ci', verbs: ['publish'], parts: ['mf-auth', 'shell'], expiresInDays: 90 },
  });
});

it.each([
  ['is refused', refused.by(409, 'token-name-taken', 'Another valid token is named auth-ci.'), ['rt_first']],
  ['is made', { status: 201, body: { token: token({ name: 'auth-ci' }), secret: 'rt_second' } }, ['rt_second', 'rt_first']],
])('a secret stays shown when the next token %s: nobody can see it anywhere else', async (_what, next, secrets) => {
  const answers = [{ status: 201, body: { token: token({ name: 'auth-ci' }), secret: 'rt_first' } }, next];
  show(TokensPage, '/console/tokens', managed({ 'POST /registry/v1/tokens': () => answers.shift()! }));
  const make = async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'auth-ci');
    await userEvent.type(screen.getByRole('textbox', { name: 'Parts' }), 'mf-auth{Enter}');
  };
  await make();
  expect(await screen.findByText('rt_first')).toBeVisible();
  await make();
  await waitFor(() => expect(screen.queryByRole('alert') ?? screen.queryByText('rt_second')).toBeVisible());
  expect(screen.getAllByText(/^rt_/).map(({ textContent }) => textContent)).toEqual(secrets);
});

it('what is not valid is said at its field, in the words of the rule', async () => {
  const rule = 'A token is named with up to 40 letters, digits, dots and dashes';
  const issues = [
    { path: '/name', message: rule },
    { path: '/verbs/0', message: 'Invalid option' },
  ];
  const notValid = refused.by(400, 'invalid-request', 'The request is not valid.', { in: 'body', issues });
  show(TokensPage, '/console/tokens', managed({ 'POST /registry/v1/tokens': notValid }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.type(name, 'My token');
  await userEvent.type(screen.getByRole('textbox', { name: 'Parts' }), '*{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(`name${rule}verbsInvalid option`);
  expect(alert).not.toHaveTextContent('body');
  expect(name).toHaveAccessibleDescription(expect.stringContaining(rule));
  expect(name).toHaveFocus();
});

it('a token for a part of which nothing was published is made, and it is said which parts there are', async () => {
  const made = { status: 201, body: { token: token({ parts: ['mf-evnts', 'mf-marketing'] }), secret: 'rt_once' } };
  show(TokensPage, '/console/tokens', managed({ 'POST /registry/v1/tokens': made }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'ci');
  await userEvent.type(screen.getByRole('textbox', { name: 'Parts' }), 'mf-evnts mf-marketing{Enter}');
  expect(await screen.findByText('rt_once')).toBeVisible();
  expect(screen.getByText('No part is named mf-evnts yet. These there are: mf-marketing.')).toBeVisible();
});

it('a token is revoked only when its name was typed, what is refused says so, and the focus is not lost with the button', async () => {
  let answers = 0;
  let state = 'valid';
  show(
    TokensPage,
    '/console/tokens',
    managed({
      'GET /registry/v1/tokens': () => ({ body: { tokens: [token({ state })] } }),
      // The reason stands in the audit.
      'DELETE /registry/v1/tokens/a1?reason=It+is+out': () => {
        if (answers++ === 0) return refused.by(403, 'forbidden', 'grace has no grant for this that covers mf-marketing.');
        state = 'revoked';
        return { body: token({ state }) };
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke marketing-ci' }));
  const dialog = within(screen.getByRole('dialog'));
  const act = dialog.getByRole('button', { name: 'Revoke marketing-ci' });
  await userEvent.click(act);
  expect(dialog.getByText('Write marketing-ci')).toBeVisible();
  expect(answers).toBe(0);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Write marketing-ci to go on' }), 'marketing-ci');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), ' It is out ');
  await userEvent.click(act);
  expect(await dialog.findByText('grace has no grant for this that covers mf-marketing.')).toBeVisible();
  await userEvent.click(act);
  expect(await screen.findByText('revoked')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('row', { name: /^marketing-ci/ })).toHaveFocus();
});
