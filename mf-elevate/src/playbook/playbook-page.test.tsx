import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { signedIn, signedOut } from '@site/session';
import { pageUnderTest, makeStore, scriptBackend, type ScriptedAnswer } from '@site/testing/page-under-test';
import { playbook, refusal } from '../sample-data';
import PlaybookPage from './playbook-page';

function show(who: 'visitor' | 'player', at: string, script: Record<string, ScriptedAnswer> = {}) {
  const sent = scriptBackend(script);
  const store = makeStore();
  store.dispatch(who === 'player' ? signedIn({ username: 'ada', groups: [] }) : signedOut());
  render(pageUnderTest({ store, Page: PlaybookPage, at, route: '/playbook/:id?' }));
  return sent;
}

afterEach(() => {
  jest.useRealTimers();
});

describe('playbook details', () => {
  it('show a player the name and all three descriptions, without a notice', async () => {
    show('player', '/playbook/7', { 'GET /user/draft/playbook/7': { body: playbook() } });
    expect(await screen.findByRole('heading', { level: 1, name: 'The Open Bench' })).toBeVisible();
    for (const text of ['A standing table.', 'Curiosity first.', 'Roles rotate.']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByText(/protected|subscription|Evaluation/)).not.toBeInTheDocument();
    expect(document.title).toBe('The Open Bench | Site Test');
  });

  it('keep the paragraphs of the descriptions', async () => {
    const texts = { description_1: 'A table.\n\nIt stands.', description_2: 'Curious.\n\nFirst.', description_3: 'Roles.\n\nThey rotate.' };
    show('player', '/playbook/7', { 'GET /user/draft/playbook/7': { body: playbook(texts) } });
    for (const text of [/^A table/, /^Curious/, /^Roles/]) expect(await screen.findByText(text)).toHaveStyle({ whiteSpace: 'pre-line' });
  });

  it('break a level that is longer than its line', async () => {
    show('player', '/playbook/7', { 'GET /user/draft/playbook/7': { body: playbook() } });
    expect(await screen.findByText('Player')).toHaveStyle({ overflowWrap: 'anywhere' });
  });

  it('show a visitor what the server gives, with a partial-protection notice that leads back here', async () => {
    show('visitor', '/playbook/7', { 'GET /draft/playbook/7': { body: playbook({ description_3: null }) } });
    expect(await screen.findByText('This page is partially protected')).toBeVisible();
    expect(screen.getByText('Curiosity first.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
  });

  it('of a locked playbook say that a subscription is required', async () => {
    show('visitor', '/playbook/7', {
      'GET /draft/playbook/7': { body: playbook({ is_locked: true, description_2: null, description_3: null }) },
    });
    expect(await screen.findByText('Further content requires an active subscription')).toBeVisible();
    expect(screen.getByText('This page is partially protected')).toBeVisible();
    expect(screen.getByRole('link', { name: 'sign in' })).toBeVisible();
  });

  it('of a playbook under evaluation say so', async () => {
    show('player', '/playbook/7', { 'GET /user/draft/playbook/7': { body: playbook({ is_evaluating: true, description_3: null }) } });
    expect(await screen.findByText('Evaluation is in progress')).toBeVisible();
  });

  it('without an id lead to the draft page, and nothing is fetched', () => {
    const sent = show('visitor', '/playbook');
    expect(screen.getByText('No playbook is chosen')).toBeVisible();
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    expect(screen.getByRole('link', { name: 'Go to the Draft' })).toHaveAttribute('href', '/draft');
    expect(sent).toEqual([]);
  });

  it('that are none have failed, and can be asked for again', async () => {
    // The call is repeated after pauses, for which nobody waits.
    jest.useFakeTimers();
    show('visitor', '/playbook/7', { 'GET /draft/playbook/7': { body: {} } });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText('The playbook did not load')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  it('of an unknown playbook, or under an address that names none, say that it is not available', async () => {
    show('visitor', '/playbook/99', { 'GET /draft/playbook/99': { status: 404, body: refusal('No such playbook') } });
    expect(await screen.findByText('This playbook is not available')).toBeVisible();
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });

  it.each(['0', '-1', 'x', '1e3', '12345678901'])('never ask the backend for %s', (id) => {
    const sent = show('visitor', `/playbook/${id}`);
    expect(screen.getByText('This playbook is not available')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('that cannot be fetched show the toast and a panel with Retry', async () => {
    show('visitor', '/playbook/7', { 'GET /draft/playbook/7': { status: 400, body: refusal('Bad') } });
    expect(await screen.findByText('Error occurred: Failed fetching playbooks descriptions')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  });
});
