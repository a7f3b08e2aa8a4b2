import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedIn } from '@site/session';
import { pageUnderTest, makeStore, scriptBackend, type ScriptedAnswer } from '@site/testing/page-under-test';
import { playerDemos, playerPlaybooks, profile } from '../../sample-data';
import CardPage from '../card-page';

const PUT_PHOTO = 'PUT /user/profile/photo';
const SAVED = { profile_photo_url: '/p-200.jpg', profile_photo_url_2x: '/p-400.jpg' };

// jsdom decodes and draws no pictures: the browser's part is played, what the page makes of it is real.
const context = { clearRect: jest.fn(), drawImage: jest.fn() } as unknown as CanvasRenderingContext2D;
const getContext = jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context);
const toDataURL = jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function picture(this: HTMLCanvasElement, type) {
  return `data:${type};base64,${this.width}x${this.height}`;
});
const closeBitmap = jest.fn<() => void>();
beforeAll(() => {
  globalThis.createImageBitmap = () => Promise.resolve({ width: 600, height: 400, close: closeBitmap } as ImageBitmap);
});
afterAll(() => {
  getContext.mockRestore();
  toDataURL.mockRestore();
});

function show(answer: ScriptedAnswer | (() => Promise<ScriptedAnswer>), photo: string | null = null) {
  const sent = scriptBackend({
    'GET /user/profile': { body: profile({ profile_photo_url: photo, profile_photo_url_2x: photo }) },
    'GET /demos/player': { body: playerDemos() },
    'GET /playbooks/player': { body: playerPlaybooks() },
    [PUT_PHOTO]: answer,
  });
  const store = makeStore();
  store.dispatch(signedIn({ username: 'ada', groups: [] }));
  render(pageUnderTest({ store, Page: CardPage, at: '/card' }));
  return { photos: () => sent.filter(({ call }) => call === PUT_PHOTO).map(({ body }) => body) };
}

async function choosePhoto(type: 'png' | 'jpeg' = 'jpeg') {
  await screen.findByRole('region', { name: 'Profile' });
  await userEvent.upload(screen.getByLabelText('Profile photo, png or jpeg'), new File(['x'], 'photo', { type: `image/${type}` }));
}

async function savePhoto(type?: 'png' | 'jpeg') {
  await choosePhoto(type);
  await userEvent.click(await screen.findByRole('button', { name: 'Save photo' }));
}

describe('a photo', () => {
  it.each(['png', 'jpeg'] as const)('is sent as %s in base64, and said to be saved', async (type) => {
    const { photos } = show({ body: SAVED });
    await savePhoto(type);
    expect(await screen.findByText('Photo saved.')).toBeVisible();
    expect(photos()).toEqual([{ img_type: type, img_base64_data: '400x400' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is said to be saved also where the answer says nothing', async () => {
    show({ status: 204 });
    await savePhoto();
    expect(await screen.findByText('Photo saved.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('that replaces another is said to take a few minutes, as a warning', async () => {
    show({ body: { ...SAVED, notices: ['An earlier photo was replaced'] } });
    await savePhoto();
    const toast = await screen.findByText('Photo was saved. Wait a few minutes till change completes.');
    expect(toast.closest('.Toastify__toast--warning')).toBeVisible();
  });

  it('that is refused stays in the dialog, with the status text as a toast', async () => {
    show({ status: 413, statusText: 'Payload Too Large' });
    await savePhoto();
    expect(await screen.findByText('Error: Payload Too Large')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Profile photo' })).toBeVisible();
  });

  it('is sent once, and its dialog keeps the focus and stays until that is answered', async () => {
    closeBitmap.mockClear();
    let answer: (value: ScriptedAnswer) => void = () => undefined;
    const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
    const { photos } = show(() => answered);
    await savePhoto();
    const button = screen.getByRole('button', { name: 'Saving...' });
    expect(button).toHaveFocus();
    expect(button).toBeEnabled();
    await userEvent.click(button);
    expect(photos()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('dialog', { name: 'Profile photo' })).toBeVisible();
    answer({ body: SAVED });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // The memory of the picture is given back.
    await waitFor(() => expect(closeBitmap).toHaveBeenCalledTimes(1));
  });

  it('is said to be read as long as there is nothing of it', async () => {
    const { createImageBitmap } = globalThis;
    let read: (picture: ImageBitmap) => void = () => undefined;
    globalThis.createImageBitmap = () => new Promise<ImageBitmap>((resolve) => (read = resolve));
    show({});
    await choosePhoto();
    const dialog = within(await screen.findByRole('dialog', { name: 'Profile photo' }));
    expect(dialog.getByRole('status')).toHaveTextContent('Reading the picture...');
    read({ width: 600, height: 400, close: closeBitmap as () => void } as ImageBitmap);
    expect(await dialog.findByRole('img', { name: 'Preview of your photo' })).toBeVisible();
    expect(dialog.queryByRole('status')).not.toBeInTheDocument();
    globalThis.createImageBitmap = createImageBitmap;
  });

  it('is left by Cancel while nothing is sent', async () => {
    const { photos } = show({ body: SAVED });
    await choosePhoto();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add a photo' })).toBeVisible();
    expect(photos()).toEqual([]);
  });

  it.each([
    ['is', '/photo.jpg', 'Ada Player'],
    ['and the default picture in its place are', null, 'Ada Player, no photo'],
  ])('%s shown at 200 by 200 pixels', async (_, photo, name) => {
    show({}, photo);
    const panel = within(await screen.findByRole('region', { name: 'Profile' }));
    const picture = panel.getByRole('img', { name });
    const { width, height } = getComputedStyle(picture);
    expect([width, height]).toEqual(['200px', '200px']);
  });
});
