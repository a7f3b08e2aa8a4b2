import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { issuedPreviewSchema } from '@site/release-model/registry-answers';
import { HERE, registry, show, whoami } from '../testing/registry-under-test';
import PreviewsPage from './previews-page';

const AT = '2026-11-22T10:00:00.000Z';
const issued = (more: object = {}) =>
  issuedPreviewSchema.parse({
    ...{ id: 'p1', number: 4, kind: 'preview', subject: 'mf-marketing@1.2.0', parts: ['mf-marketing'], createdBy: 'ada' },
    ...{ createdAt: AT, expiresAt: '2999-01-01T00:00:00.000Z', reason: 'For the fair', revoked: null, ...more },
  });
const LIST = `GET ${HERE}/previews?limit=20`;

it('a link is made with its reason, and shown once', async () => {
  const sent = show(
    PreviewsPage,
    '/console/previews',
    registry({
      [LIST]: { body: { previews: [] } },
      [`POST ${HERE}/previews`]: { status: 201, body: { url: '/_preview/token', token: 'token', expiresAt: '2999-01-01T00:00:00.000Z' } },
    }),
  );
  expect(await screen.findByText('No link is valid')).toBeVisible();
  const form = within(await screen.findByRole('form', { name: 'A new preview' }));
  await form.findByRole('combobox', { name: 'mf-marketing' });
  await userEvent.click(form.getByRole('button', { name: 'Make the link' }));
  expect(form.getByText('Choose at least one release')).toBeVisible();
  expect(form.getByRole('combobox', { name: 'mf-marketing' })).toHaveFocus();
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'mf-marketing' }), '1.2.0');
  await userEvent.type(form.getByRole('textbox', { name: /^Reason/ }), 'For the fair');
  await userEvent.click(form.getByRole('button', { name: 'Make the link' }));
  expect(await screen.findByText('The link is made')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Address of the preview' })).toHaveTextContent('/_preview/token');
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ releases: { 'mf-marketing': '1.2.0' }, expiresInHours: 168, reason: 'For the fair' },
  });
});

it('a link is revoked with a reason, and stays in the list as revoked', async () => {
  let preview = issued();
  const sent = show(
    PreviewsPage,
    '/console/previews',
    registry({
      [LIST]: () => ({ body: { previews: [preview] } }),
      [`POST ${HERE}/previews/p1/revoke`]: () => ({
        body: (preview = issued({ revoked: { by: 'grace', at: AT, reason: 'Wrong address' } })),
      }),
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke link 4 to mf-marketing@1.2.0' }));
  const dialog = within(screen.getByRole('dialog'));
  const act = dialog.getByRole('button', { name: /^Revoke link 4/ });
  await userEvent.click(act);
  expect(dialog.getByText('Say why')).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong address{Enter}');
  expect(await screen.findByText('revoked')).toBeVisible();
  expect(sent.find(({ call }) => call.endsWith('/revoke'))?.body).toEqual({ reason: 'Wrong address' });
  expect(screen.queryByRole('button', { name: /^Revoke/ })).not.toBeInTheDocument();
});

it('who may only look sees the links, and is offered neither to make nor to revoke one', async () => {
  show(
    PreviewsPage,
    '/console/previews',
    registry({ 'GET /registry/v1/whoami': { body: whoami({ verbs: ['view'] }) }, [LIST]: { body: { previews: [issued()] } } }),
  );
  expect(await screen.findByText('For the fair')).toBeVisible();
  expect(screen.getByText('You may look, and not make previews')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Revoke|Make)/ })).not.toBeInTheDocument();
});
