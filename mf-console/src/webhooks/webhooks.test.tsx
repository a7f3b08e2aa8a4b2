import { afterEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useParams } from '@site/router';
import { detailedDeliverySchema, webhookSchema } from '@site/release-model/webhook-answers';
import type { ScriptedAnswer } from '@site/testing/page-under-test';
import AuditPage from '../audit/audit-page';
import { admin, refused, registry, show } from '../testing/registry-under-test';
import WebhookPage from './webhook-page';
import WebhooksPage from './webhooks-page';

const AT = '2026-11-22T10:00:00.000Z';
const webhook = (more: object = {}) =>
  webhookSchema.parse({
    ...{ name: 'chat', url: 'https://chat.example/hook', environments: ['*'], events: ['plan.*'], createdBy: 'ada', createdAt: AT },
    ...{ lastDeliveredAt: null, disabled: null, previousSecretUntil: null, ...more },
  });
const delivery = detailedDeliverySchema.parse({
  ...{ id: 'msg_1', number: 1, kind: 'plan.done', state: 'failed', createdAt: AT, attempts: 2, nextAttemptAt: null, deliveredAt: null },
  payload: '{"type":"plan.done"}',
  log: [
    { at: AT, durationMs: 12, status: 500, answer: 'not now', error: null },
    { at: '2026-11-22T10:00:05.000Z', durationMs: 15_000, status: null, answer: null, error: 'TIMEOUT' },
  ],
});
const CHAT = '/registry/v1/webhooks/chat';
const managed = (more: object = {}) =>
  registry({
    'GET /registry/v1/whoami': { body: admin() },
    'GET /registry/v1/webhooks': { body: { webhooks: [webhook()] } },
    [`GET ${CHAT}`]: { body: webhook() },
    [`GET ${CHAT}/deliveries?limit=20`]: { body: { deliveries: [delivery] } },
    [`GET ${CHAT}/deliveries/msg_1`]: { body: delivery },
    ...more,
  });
const showOne = (script: ReturnType<typeof managed>, at = '/console/webhooks/chat') =>
  show(WebhookPage, at, script, 'grace', '/console/webhooks/:name');
const dialog = () => within(screen.getByRole('dialog'));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('who does not manage tokens is told so, and nothing is asked', async () => {
  const sent = show(WebhooksPage, '/console/webhooks');
  expect(await screen.findByText('You do not manage webhooks')).toBeVisible();
  expect(sent.some(({ call }) => call.includes('webhooks'))).toBe(false);
  expect(screen.queryByRole('link', { name: 'Webhooks' })).not.toBeInTheDocument();
});

it('one that the registry has disabled says so in the list, and why', async () => {
  const disabled = { at: AT, reason: 'The receiver took nothing for about three days.' };
  const script = managed({ 'GET /registry/v1/webhooks': { body: { webhooks: [webhook({ disabled })] } } });
  show(WebhooksPage, '/console/webhooks', script);
  const row = within(await screen.findByRole('row', { name: /^chat/ }));
  expect(row.getByText('paused')).toBeVisible();
  expect(row.getByText(/^The receiver took nothing for about three days\./)).toBeVisible();
});

it('a webhook is added with what it is told, and its secret is shown', async () => {
  const sent = show(
    WebhooksPage,
    '/console/webhooks',
    managed({
      'GET /registry/v1/webhooks': { body: { webhooks: [] } },
      'POST /registry/v1/webhooks': { status: 201, body: { webhook: webhook(), secret: 'whsec_once' } },
    }),
  );
  expect(await screen.findByText('Nobody is told what happens yet')).toBeVisible();
  const form = within(screen.getByRole('form', { name: 'A new webhook' }));
  await userEvent.click(form.getByRole('button', { name: 'Add the webhook' }));
  expect(form.getByText('Give it a name')).toBeVisible();
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'chat');
  await userEvent.type(form.getByRole('textbox', { name: 'Address' }), 'https://chat.example/hook');
  await userEvent.click(form.getByRole('checkbox', { name: 'Everything' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'plan.*' }));
  expect(form.queryByRole('checkbox', { name: 'plan.done' })).not.toBeInTheDocument();
  await userEvent.click(form.getByRole('checkbox', { name: 'revision.appended' }));
  await userEvent.click(form.getByRole('button', { name: 'Add the webhook' }));
  expect(await screen.findByText('whsec_once')).toBeVisible();
  expect(sent.find(({ call }) => call === 'POST /registry/v1/webhooks')?.body).toEqual({
    name: 'chat',
    url: 'https://chat.example/hook',
    events: ['plan.*', 'revision.appended'],
  });
});

it('the secret of one webhook stays shown when another is added: nobody can see it anywhere else', async () => {
  const secrets = ['whsec_first', 'whsec_second'];
  const added = () => ({ status: 201, body: { webhook: webhook(), secret: secrets.shift()! } });
  show(WebhooksPage, '/console/webhooks', managed({ 'POST /registry/v1/webhooks': added }));
  for (const secret of [...secrets]) {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'chat');
    await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'https://chat.example{Enter}');
    expect(await screen.findByText(secret)).toBeVisible();
  }
  expect(screen.getByText('whsec_first')).toBeVisible();
});

it('an address that is refused says why, and what was written stays', async () => {
  show(
    WebhooksPage,
    '/console/webhooks',
    managed({ 'POST /registry/v1/webhooks': refused.by(422, 'webhook-address-refused', '10.0.0.1 is not public.') }),
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'chat');
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'https://10.0.0.1');
  await userEvent.click(screen.getByRole('button', { name: 'Add the webhook' }));
  expect(await screen.findByText('10.0.0.1 is not public.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('https://10.0.0.1');
});

it('a delivery shows its body and each attempt with its answer, and is sent again', async () => {
  const sent = showOne(
    managed({ [`POST ${CHAT}/deliveries/msg_1/redeliver`]: { status: 202, body: delivery } }),
    '/console/webhooks/chat?delivery=msg_1',
  );
  const attempts = within(await screen.findByRole('list', { name: 'Attempts' })).getAllByRole('listitem');
  expect(attempts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/answered 500 in 12 msnot now$/),
    expect.stringMatching(/no answer: TIMEOUT, after 15000 ms$/),
  ]);
  expect(screen.getByRole('region', { name: 'Body' })).toHaveTextContent('"type": "plan.done"');
  await userEvent.click(screen.getByRole('button', { name: 'Send again: msg_1' }));
  expect(sent.some(({ call }) => call === `POST ${CHAT}/deliveries/msg_1/redeliver`)).toBe(true);
});

it('a pause needs its reason, and a paused one sends nothing until it is started again', async () => {
  let shown = webhook();
  const sent = showOne(
    managed({
      [`GET ${CHAT}`]: () => ({ body: shown }),
      [`POST ${CHAT}/disable`]: () => ({ body: (shown = webhook({ disabled: { at: AT, reason: 'Moving (grace)' } })) }),
      [`POST ${CHAT}/enable`]: () => ({ body: (shown = webhook()) }),
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Pause chat' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Pause chat' }));
  expect(dialog().getByText('Say why')).toBeVisible();
  await userEvent.type(dialog().getByRole('textbox', { name: 'Reason' }), 'Moving{Enter}');
  expect(await screen.findByText('Nothing is delivered')).toBeVisible();
  expect(sent.find(({ call }) => call === `POST ${CHAT}/disable`)?.body).toEqual({ reason: 'Moving' });
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Deliver again' }));
  expect(await screen.findByRole('button', { name: 'Send a ping' })).toBeVisible();
});

it('another secret is shown once, and a webhook is removed only when its name was typed', async () => {
  const sent = showOne(
    managed({
      [`POST ${CHAT}/rotate`]: { body: { webhook: webhook(), secret: 'whsec_other' } },
      [`DELETE ${CHAT}`]: { status: 204 },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Make another secret' }));
  await userEvent.selectOptions(dialog().getByRole('combobox'), 'Not any more: it is out');
  await userEvent.click(dialog().getByRole('button', { name: 'Make another secret' }));
  expect(await dialog().findByText('whsec_other')).toBeVisible();
  expect(screen.getByRole('dialog')).toHaveFocus();
  expect(sent.find(({ call }) => call.endsWith('/rotate'))?.body).toEqual({ overlapHours: 0 });
  await userEvent.click(dialog().getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

  await userEvent.click(screen.getByRole('button', { name: 'Remove chat' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Remove chat' }));
  expect(dialog().getByText('Write chat')).toBeVisible();
  await userEvent.type(dialog().getByRole('textbox', { name: 'Write chat to go on' }), 'chat');
  await userEvent.click(dialog().getByRole('button', { name: 'Remove chat' }));
  expect(await screen.findByText('Led to /console/webhooks')).toBeVisible();
});

it('another secret that is refused while two are believed says until when, and what ends that', async () => {
  const said = 'Until 2026-11-29 10:00 UTC messages are signed with the secret of before as well.';
  const until = '2026-11-29T10:00:00.000Z';
  showOne(managed({ [`POST ${CHAT}/rotate`]: refused.by(409, 'webhook-in-overlap', said, { until }) }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make another secret' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Make another secret' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent(said);
  expect(dialog().getByText('To end that at once, choose "Not any more: it is out".')).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Make another secret' })).toBeVisible();
});

it('a webhook that is removed is in no list any more, its removal is in the audit, and nothing asks for it again', async () => {
  const removal = {
    ...{ id: 2, at: AT, actor: 'grace', action: 'remove-webhook', environment: null, subject: 'chat' },
    ...{ fromRevision: null, toRevision: null, reason: null, details: null },
  };
  let isRemoved = false;
  const script = managed({
    'GET /registry/v1/webhooks': () => ({ body: { webhooks: isRemoved ? [] : [webhook()] } }),
    'GET /registry/v1/audit?limit=50': () => ({ body: { entries: isRemoved ? [removal] : [] } }),
    [`DELETE ${CHAT}`]: () => {
      isRemoved = true;
      return { status: 204 };
    },
  });
  function AuditOrWebhooks() {
    const { view, name } = useParams();
    if (view === 'audit') return <AuditPage />;
    return name === undefined ? <WebhooksPage /> : <WebhookPage />;
  }
  const sent = show(AuditOrWebhooks, '/console/audit', script, 'grace', '/console/:view/:name?');
  expect(await screen.findByText('There is no such entry')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Webhooks' }));
  await userEvent.click(await screen.findByRole('link', { name: 'chat' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove chat' }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'Write chat to go on' }), 'chat');
  await userEvent.click(dialog().getByRole('button', { name: 'Remove chat' }));
  expect(await screen.findByText('Nobody is told what happens yet')).toBeVisible();
  const since = sent.slice(sent.findIndex(({ call }) => call === `DELETE ${CHAT}`)).map(({ call }) => call);
  expect(since).not.toContain(`GET ${CHAT}`);
  await userEvent.click(screen.getByRole('link', { name: 'Audit' }));
  expect(await screen.findByText('remove-webhook chat')).toBeVisible();
});

it('another secret is copied with a press, and a slip does not take it away', async () => {
  // With a clipboard.
  const user = userEvent.setup();
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
  showOne(managed({ [`POST ${CHAT}/rotate`]: { body: { webhook: webhook(), secret: 'whsec_other' } } }));
  await user.click(await screen.findByRole('button', { name: 'Make another secret' }));
  await user.click(dialog().getByRole('button', { name: 'Make another secret' }));
  expect(await dialog().findByText('whsec_other')).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Copy' }));
  expect(await dialog().findByText('Copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('whsec_other');

  fireEvent.click(screen.getByRole('dialog').previousElementSibling as Element);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(ask.mock.calls).toEqual([
    ['The secret is shown this once. Close without it?'],
    ['The secret is shown this once. Close without it?'],
  ]);
  expect(dialog().getByText('whsec_other')).toBeVisible();
  await user.click(dialog().getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('another secret that is on its way is waited for, however the dialog is closed', async () => {
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(true);
  let answer: (value: ScriptedAnswer) => void = () => undefined;
  const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
  showOne(managed({ [`POST ${CHAT}/rotate`]: () => answered }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make another secret' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Make another secret' }));
  const cancel = dialog().getByRole('button', { name: 'Cancel' });
  expect(cancel).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(cancel);
  await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  answer({ body: { webhook: webhook(), secret: 'whsec_other' } });
  expect(await dialog().findByText('whsec_other')).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
});

it('a delivery that is pending is asked for again until it has its answer, and then no more', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  let shown = { ...delivery, state: 'pending', attempts: 0, log: [] as object[] };
  const ONE = `GET ${CHAT}/deliveries/msg_1`;
  const sent = showOne(managed({ [ONE]: () => ({ body: shown }) }), '/console/webhooks/chat?delivery=msg_1');
  const asked = () => sent.filter(({ call }) => call === ONE).length;
  const wait = () => act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(await screen.findByText('No attempt was made yet.')).toBeVisible();
  shown = { ...delivery, state: 'delivered', attempts: 1, log: [{ at: AT, durationMs: 12, status: 204, answer: '', error: null }] };
  await wait();
  expect(await screen.findByText(/answered 204 in 12 ms$/)).toBeVisible();
  const before = asked();
  await wait();
  await wait();
  expect(asked()).toBe(before);
});
