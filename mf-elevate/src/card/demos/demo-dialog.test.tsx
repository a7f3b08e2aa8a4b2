import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedIn, signedOut } from '@site/session';
import type { ScriptedAnswer } from '@site/testing/page-under-test';
import { playerDemos, refusal } from '../../sample-data';
import { DEMO, dialog, errorToast, showCard as show } from '../../testing/card-under-test';

const WITH_DEMO = { 'GET /demos/player': { body: playerDemos(DEMO) } };
const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit Tenant isolation' }));

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('the demo dialog', () => {
  it('opens for a new demo of the kind that the address names, and forgets it on closing', async () => {
    show({}, { at: '/card?demo=2' });
    expect(await screen.findByRole('dialog', { name: 'Usage metering' })).toBeVisible();
    expect(await screen.findByLabelText('URL')).toHaveValue('');
    expect(dialog().queryByRole('checkbox')).not.toBeInTheDocument();
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(window.location.search).toBe('');
  });

  it('opens for no kind that there is not, and the address forgets it', async () => {
    show({}, { at: '/card?demo=999' });
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is what a sign-in comes back to, where the session has ended with it', async () => {
    const { changeSession } = show({}, { at: '/card?demo=2' });
    await screen.findByRole('dialog');
    await changeSession(signedOut());
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(screen.getByText('Led to /signin/card')).toBeVisible();
    expect(window.history.state).toMatchObject({ usr: { returnTo: '/card?demo=2' } });
  });

  it('is not what a sign-in comes back to after it was closed', async () => {
    const { changeSession } = show({}, { at: '/card?demo=2' });
    await screen.findByLabelText('URL');
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    await changeSession(signedOut());
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(window.history.state).toMatchObject({ usr: { returnTo: '/card' } });
  });

  it('adds a demo and shows it', async () => {
    let stored = playerDemos();
    const { sentTo } = show(
      {
        'GET /demos/player': () => ({ body: stored }),
        'POST /demos/player': () => {
          stored = playerDemos(DEMO);
          return { body: DEMO };
        },
      },
      { at: '/card?demo=1' },
    );
    await userEvent.type(await screen.findByLabelText('URL'), 'https://demo.example/');
    await userEvent.type(dialog().getByLabelText('Description'), 'My demo');
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('article', { name: 'Tenant isolation' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sentTo('POST /demos/player')).toEqual([{ demo_kind_id: 1, url: 'https://demo.example/', description: 'My demo' }]);
  });

  describe('whose new demo was sent and got no answer', () => {
    const ADD = 'POST /demos/player';
    const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    const type = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });

    /** A dialog in which the answer to the first press is lost. */
    async function lost() {
      let isLost = false;
      const shown = show(
        {
          [ADD]: () => {
            if (isLost) return { body: DEMO };
            isLost = true;
            throw new TypeError('Failed to fetch');
          },
        },
        { at: '/card?demo=1' },
      );
      await screen.findByLabelText('URL');
      type('URL', 'https://demo.example/');
      type('Description', 'My demo');
      await save();
      await errorToast('Error: A network error has occurred.');
      const keys = () => shown.sent.filter(({ call }) => call === ADD).map(({ headers }) => headers['idempotency-key']);
      return { ...shown, keys };
    }

    const saved = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    it('sends it again under the same key, so that it is not stored twice', async () => {
      const { keys } = await lost();
      await save();
      await saved();
      expect(keys()).toEqual([expect.stringMatching(/^[\x21-\x7e]{8,255}$/), keys()[0]]);
    });

    it('sends what was changed since under another key', async () => {
      const { keys } = await lost();
      type('Description', 'My other demo');
      await save();
      await saved();
      expect(new Set(keys()).size).toBe(2);
    });

    it('offers it again under the same key after a session that ended', async () => {
      const { keys, changeSession } = await lost();
      await changeSession(signedOut());
      await changeSession(signedIn({ username: 'ada', groups: [] }));
      await screen.findByRole('dialog');
      expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
      await save();
      await saved();
      expect(keys()).toEqual([expect.any(String), keys()[0]]);
    });
  });

  it.each([
    ['URL', '', 'Description'],
    ['URL', 'demo.example', 'Description'],
    ['URL', 'javascript:alert(1)', 'Description'],
    ['Description', '', 'URL'],
    ['Description', '  ', 'URL'],
  ])('sends nothing while the %s is "%s", although the rest is right', async (wrong, value, right) => {
    const { sent } = show({ ...WITH_DEMO, 'PUT /demos/player/5': { body: DEMO } });
    await edit();
    fireEvent.change(dialog().getByLabelText(wrong), { target: { value } });
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(dialog().getByLabelText(wrong)).toBeInvalid();
    expect(dialog().getByLabelText(right)).toBeValid();
    expect(dialog().getByRole('group', { name: 'Problems with the form' })).toHaveFocus();
    expect(sent.every(({ call }) => call.startsWith('GET'))).toBe(true);
  });

  it('is for paragraphs, which stay apart in the list', async () => {
    show({ 'GET /demos/player': { body: playerDemos({ ...DEMO, description: 'A demo.\n\nIt runs.' }) } });
    const description = await screen.findByText(/^A demo/);
    expect(description.closest('p')).toHaveStyle({ whiteSpace: 'pre-line' });
  });

  it('has a description of three rows', async () => {
    show(WITH_DEMO);
    await edit();
    expect(dialog().getByLabelText('Description')).toHaveAttribute('rows', '3');
  });

  it("shows the server's messages under their fields and the overall ones as a toast", async () => {
    show({
      ...WITH_DEMO,
      'PUT /demos/player/5': {
        status: 422,
        body: {
          ...refusal('Some fields need a correction'),
          overall: ['First', 'Second'],
          URL: ['Not reachable'],
          Description: ['Too short'],
        },
      },
    });
    await edit();
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Error: First. Second')).toBeVisible();
    expect(dialog().getByLabelText('URL')).toHaveAccessibleDescription('Not reachable');
    expect(dialog().getByLabelText('Description')).toHaveAccessibleDescription('Too short');
  });

  it('shows a network error as it is', async () => {
    show(WITH_DEMO);
    await edit();
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Error: A network error has occurred.')).toBeVisible();
  });

  it("switches to Remove with 'Remove this demo', and forgets the checkbox on closing", async () => {
    show(WITH_DEMO);
    await edit();
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Remove this demo' }));
    expect(dialog().queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
    expect(dialog().getByRole('button', { name: 'Remove' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await edit();
    expect(dialog().getByRole('checkbox', { name: 'Remove this demo' })).not.toBeChecked();
    expect(dialog().getByRole('button', { name: 'Save changes' })).toBeVisible();
  });

  it('removes the demo', async () => {
    let stored = playerDemos(DEMO);
    show({
      'GET /demos/player': () => ({ body: stored }),
      'DELETE /demos/player/5': () => {
        stored = playerDemos();
        return { body: DEMO };
      },
    });
    await edit();
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Remove this demo' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No demos for now')).toBeVisible();
  });

  it('goes with the refusal to remove it when it was removed elsewhere', async () => {
    let stored = playerDemos(DEMO);
    show({
      'GET /demos/player': () => ({ body: stored }),
      'DELETE /demos/player/5': () => {
        stored = playerDemos();
        return { status: 404, statusText: 'Not Found' };
      },
    });
    await edit();
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Remove this demo' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Error: Not Found')).toBeVisible();
    expect(await screen.findByText('No demos for now')).toBeVisible();
  });

  it('stays open with the status text when the removal fails', async () => {
    show({
      ...WITH_DEMO,
      'DELETE /demos/player/5': { status: 500, statusText: 'Internal Server Error' },
    });
    await edit();
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Remove this demo' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Error: Internal Server Error')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('says the status text of a refusal that says nothing else', async () => {
    show({ ...WITH_DEMO, 'PUT /demos/player/5': { status: 502, statusText: 'Bad Gateway' } });
    await edit();
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(await errorToast('Error: Bad Gateway')).toBeVisible();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
  });

  it('shows a refusal whole that has only overall messages and lists of the fields', async () => {
    show({
      ...WITH_DEMO,
      'PUT /demos/player/5': {
        status: 400,
        statusText: 'Bad Request',
        body: { overall: ['First', 'Second'], URL: ['Not reachable', 'Try later'] },
      },
    });
    await edit();
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(await errorToast('Error: First. Second')).toBeVisible();
    expect(dialog().getByLabelText('URL')).toHaveAccessibleDescription('Not reachable. Try later');
    expect(dialog().getByLabelText('URL')).toHaveFocus();
    expect(dialog().getByLabelText('Description')).toBeValid();
    expect(screen.queryByText('Error: Bad Request')).not.toBeInTheDocument();
  });

  it('forgets its errors when it is closed', async () => {
    show(WITH_DEMO);
    await edit();
    await userEvent.clear(dialog().getByLabelText('Description'));
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(dialog().getByLabelText('Description')).toBeInvalid();
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    await edit();
    expect(dialog().getByLabelText('Description')).toBeValid();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
    expect(dialog().queryByRole('group', { name: 'Problems with the form' })).not.toBeInTheDocument();
  });

  it('asks before what was typed is discarded, also where the demo was to be removed', async () => {
    const asked = jest.spyOn(window, 'confirm').mockReturnValue(false);
    show(WITH_DEMO);
    await edit();
    await userEvent.type(dialog().getByLabelText('Description'), ', again');
    await userEvent.click(dialog().getByRole('checkbox'));
    await userEvent.keyboard('{Escape}');
    expect(asked).toHaveBeenCalledTimes(1);
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo, again');
    asked.mockRestore();
  });

  it('asks nothing and stays until what it saves is answered', async () => {
    const asked = jest.spyOn(window, 'confirm').mockReturnValue(true);
    let answer: (value: ScriptedAnswer) => void = () => undefined;
    const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
    show({ ...WITH_DEMO, 'PUT /demos/player/5': () => answered });
    await edit();
    await userEvent.type(dialog().getByLabelText('Description'), ', again');
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo, again');
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    answer({ body: DEMO });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('offers again what was typed when the session ended, to the same player, until it is discarded', async () => {
    const { changeSession } = show(WITH_DEMO);
    await edit();
    await userEvent.type(dialog().getByLabelText('Description'), ', again');
    await changeSession(signedOut());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await changeSession(signedIn({ username: 'grace', groups: [] }));
    await edit();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');

    await changeSession(signedOut());
    await changeSession(signedIn({ username: 'ada', groups: [] }));
    await edit();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo, again');
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    await edit();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
  });

  it('offers nothing again of which the person has said, when they left the page, that it is to be discarded', async () => {
    const { unmount } = show(WITH_DEMO);
    await edit();
    await userEvent.type(dialog().getByLabelText('Description'), ', again');
    window.history.pushState(null, '', '/draft');
    unmount();
    show(WITH_DEMO);
    await edit();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
  });

  it('offers nothing again that was saved', async () => {
    show({ ...WITH_DEMO, 'PUT /demos/player/5': { body: DEMO } });
    await edit();
    await userEvent.type(dialog().getByLabelText('Description'), ', again');
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await edit();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
  });

  it('sends the changed URL and description of a demo to its own address', async () => {
    const { sent } = show({ ...WITH_DEMO, 'PUT /demos/player/5': { body: DEMO } });
    await edit();
    await userEvent.type(dialog().getByLabelText('Description'), ', again');
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('button', { name: 'Edit Tenant isolation' });
    const change = sent.find(({ call }) => call === 'PUT /demos/player/5');
    expect(change).toMatchObject({
      body: { id: 5, url: 'https://demo.example/', description: 'My demo, again' },
      authorization: 'Bearer token-of-the-player',
    });
  });

  it('changes a demo of a kind that the server has forgotten, too', async () => {
    show({ 'GET /demos/player': { body: { ...playerDemos(DEMO), demosMap: {} } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Demo' }));
    expect(screen.getByRole('dialog', { name: 'Demo' })).toBeVisible();
    expect(dialog().getByLabelText('URL')).toHaveValue('https://demo.example/');
  });
});
