import { expect, it } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedIn, signedOut } from '@site/session';
import { makeStore, pageUnderTest, scriptBackend, type ScriptedAnswer } from '@site/testing/page-under-test';
import {
  admin,
  edge,
  environment,
  HERE,
  eventStream,
  refused,
  registry,
  revision,
  show,
  ungranted,
  whoami,
} from '../testing/registry-under-test';
import EnvironmentsPage from '../environments/environments-page';
import OverviewPage from '../overview/overview-page';
import PreviewsPage from '../previews/previews-page';
import { consoleApi, TAGS } from '../registry/endpoint';

const NOT_FOUND = 'Page is not available';

/** Grace at the overview, with the store in which her session ends. */
function showGrace(script = registry()) {
  scriptBackend(script);
  const store = makeStore();
  store.dispatch(signedIn({ username: 'grace', groups: [] }));
  render(pageUnderTest({ store, Page: OverviewPage, at: '/console?environment=production', route: '/console' }));
  return store;
}

it('a visitor finds no page, and nothing is asked of the registry', async () => {
  const sent = show(OverviewPage, '/console', registry(), null);
  expect(screen.getByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();
  expect(sent).toEqual([]);
});

it('somebody whom nothing was granted finds no page, and nothing else is asked', async () => {
  const sent = show(OverviewPage, '/console', registry({ 'GET /registry/v1/whoami': { body: ungranted() } }));
  expect(await screen.findByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();
  expect(document.title).toContain(NOT_FOUND);
  expect(sent.map(({ call }) => call)).toEqual(['GET /registry/v1/whoami']);
});

it('a session that ends while somebody is here is said, with a way back to this address, and nothing of before is shown', async () => {
  const store = showGrace();
  expect(await screen.findByText('You are grace')).toBeVisible();
  act(() => void store.dispatch(signedOut()));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your session has ended' })).toBeVisible();
  expect(screen.queryByText('You are grace')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(await screen.findByText('Led to /signin/console')).toBeVisible();
  expect(window.history.state).toMatchObject({ usr: { returnTo: '/console?environment=production' } });
});

it('a registry that knows nobody any more is no missing page for who was let in', async () => {
  let isOver = false;
  const answer = () => (isOver ? refused.by(401, 'unauthorized', 'The token is expired.') : { body: whoami() });
  const store = showGrace(registry({ 'GET /registry/v1/whoami': answer }));
  expect(await screen.findByText('You are grace')).toBeVisible();
  isOver = true;
  act(() => void store.dispatch(consoleApi.util.invalidateTags([TAGS.person])));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your session has ended' })).toBeVisible();
});

it.each([
  ['a part', '/console/part/mf-marketing', 'Overview'],
  ['a webhook', '/console/webhooks/chat', 'Webhooks'],
])('the page of %s is marked as part of the view that lists it', async (_what, at, view) => {
  show(OverviewPage, at, registry({ 'GET /registry/v1/whoami': { body: admin() } }));
  const views = within(await screen.findByRole('navigation', { name: 'Console' }));
  expect(
    views.getAllByRole('link').flatMap((link) => ((link.ariaCurrent ?? link.getAttribute('aria-current')) ? [link.textContent] : [])),
  ).toEqual([view]);
});

it('calls carry the access token of the session', async () => {
  const sent = show(OverviewPage, '/console');
  expect(await screen.findByText('You are grace')).toBeVisible();
  expect(new Set(sent.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-of-the-player']));
});

it.each<[string, ScriptedAnswer, string]>([
  [
    'that names what it misses',
    refused.by(503, 'service-unavailable', 'The registry cannot reach its database.', { dependency: 'database' }),
    'The registry cannot reach its database.',
  ],
  ['behind a proxy that finds nobody', { status: 502 }, 'Something answered in the place of the registry, with status 502.'],
])('a registry %s is no missing page, and can be asked again', async (_which, away, sentence) => {
  let answers = 0;
  const whoamiLater = () => (answers++ === 0 ? away : { body: whoami() });
  show(OverviewPage, '/console', registry({ 'GET /registry/v1/whoami': whoamiLater }));
  expect(await screen.findByRole('heading', { level: 1, name: 'The console is not available' })).toBeVisible();
  expect(screen.getByText(sentence)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

it('somebody without a name here chooses one before anything else, and is told when it is taken', async () => {
  let handle: string | null = null;
  const taken = refused.by(409, 'handle-taken', 'Somebody else is named grace.');
  const rule = 'A token is named with up to 40 letters, digits, dots and dashes';
  const notValid = refused.by(400, 'invalid-request', 'The request is not valid.', {
    in: 'body',
    issues: [{ path: '/handle', message: rule }],
  });
  let answer: ScriptedAnswer | null = taken;
  show(
    OverviewPage,
    '/console',
    registry({
      'GET /registry/v1/whoami': () => ({ body: whoami({ handle, name: handle ?? 'account 1234' }) }),
      'PUT /registry/v1/whoami/handle': () => {
        if (answer) return answer;
        handle = 'hopper';
        return { body: whoami({ handle, name: handle }) };
      },
    }),
  );
  const field = await screen.findByRole('textbox', { name: 'Your name here' });
  await userEvent.type(field, 'grace{Enter}');
  expect(await screen.findByText('Somebody else is named grace.')).toBeVisible();
  expect(field).toHaveFocus();
  answer = notValid;
  await userEvent.type(field, ' hopper{Enter}');
  expect(await screen.findByText(rule)).toBeVisible();
  answer = null;
  await userEvent.clear(field);
  await userEvent.type(field, 'hopper{Enter}');
  expect(await screen.findByText('You are hopper')).toBeVisible();
  expect(field).not.toBeInTheDocument();
});

it('what becomes live elsewhere is shown without a press', async () => {
  const { stream, tell } = eventStream();
  let current = revision(7, '1.1.0');
  show(
    OverviewPage,
    '/console',
    registry({ [`GET ${HERE}/events`]: { stream }, [`GET ${HERE}/revisions/current`]: () => ({ body: current }) }),
  );
  expect(await screen.findByRole('cell', { name: /1\.1\.0/ })).toBeVisible();
  expect(await screen.findAllByText('Live')).not.toHaveLength(0);
  current = revision(8, '1.2.0', { createdBy: 'terminal' });
  tell('revision');
  expect(await screen.findByRole('cell', { name: /1\.2\.0/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Revision 8' })).toBeVisible();
});

it('a stream that is lost is said, and opened again when the browser is back online', async () => {
  let opened = 0;
  const { stream } = eventStream();
  const events = () => {
    opened += 1;
    return opened === 1 ? { status: 503 } : { stream };
  };
  show(OverviewPage, '/console', registry({ [`GET ${HERE}/events`]: events }));
  expect(await screen.findAllByText('Connection lost, trying again')).not.toHaveLength(0);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findAllByText('Live')).not.toHaveLength(0);
});

it('after a lost connection releases and previews are asked for again, of which nothing was told meanwhile', async () => {
  let opened = 0;
  const first = eventStream();
  const previews = `GET ${HERE}/previews?limit=20`;
  const events = () => {
    opened += 1;
    return { stream: opened === 1 ? first.stream : eventStream().stream };
  };
  const sent = show(
    PreviewsPage,
    '/console/previews',
    registry({ [`GET ${HERE}/events`]: events, [previews]: { body: { previews: [] } } }),
  );
  const asked = () => sent.filter(({ call }) => call === previews).length;
  expect(await screen.findAllByText('Live')).not.toHaveLength(0);
  expect(await screen.findByText('No link is valid')).toBeVisible();
  expect(asked()).toBe(1);
  first.end();
  expect(await screen.findAllByText('Connection lost, trying again')).not.toHaveLength(0);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked()).toBe(2));
});

it('what was shown stays in view when the registry goes away, and says that it may be old', async () => {
  const { stream, tell } = eventStream();
  let isAway = false;
  const current = () => (isAway ? refused.by(503, 'service-unavailable', 'Come back later.') : { body: revision(7, '1.1.0') });
  const environments = () =>
    isAway ? refused.by(503, 'service-unavailable', 'Come back later.') : { body: { environments: [environment()] } };
  show(
    OverviewPage,
    '/console',
    registry({
      [`GET ${HERE}/events`]: { stream },
      [`GET ${HERE}/revisions/current`]: current,
      'GET /registry/v1/environments': environments,
    }),
  );
  expect(await screen.findByRole('cell', { name: /1\.1\.0/ })).toBeVisible();
  isAway = true;
  tell('revision');
  expect(await screen.findByText('What you see of the environments may be outdated')).toBeVisible();
  expect(screen.getByRole('cell', { name: /1\.1\.0/ })).toBeVisible();
});

it('what edges say is wrong is shown with them, each in a sentence', async () => {
  const edges = [
    { ...edge('edge-a', 7), defects: ['It was last heard of 17 s ago.', 'mf-marketing@1.3.0 cannot be read'] },
    { ...edge('edge-b', 6), defects: ['Target 7 is refused.'] },
  ];
  show(OverviewPage, '/console', registry({ [`GET ${HERE}/edges`]: { body: { edges } } }));
  expect(await screen.findByText(/^1 of 2 edges/)).toHaveTextContent(
    '1 of 2 edges serves it. edge-a: It was last heard of 17 s ago. edge-a: mf-marketing@1.3.0 cannot be read. edge-b: Target 7 is refused.',
  );
});

it('of an environment that is not there nothing is said to be live, and nothing is rolled back', async () => {
  const elsewhere = '/registry/v1/environments/elsewhere';
  const unknown = refused.by(404, 'no-environment', 'There is no environment elsewhere.');
  show(EnvironmentsPage, '/console/environments?environment=elsewhere', registry({ [`GET ${elsewhere}/events`]: unknown }));
  expect(await screen.findByText('There is no environment elsewhere')).toBeVisible();
  expect(screen.getByText('You are grace')).toBeVisible();
  expect(screen.queryByText(/^Connecti/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Roll back' })).not.toBeInTheDocument();
});
