/** Messages in the corner of the window, and a dialog that is opened while they stand there. */
import { expect, test } from '../desk/office';
import { resize } from '../resize';
import { DESK_DIALOGS } from '../scenes/desk-dialogs';
import { show } from '../scenes/stage';

const scene = DESK_DIALOGS.find(({ name }) => name === 'desk-dialog-beside-messages')!;

for (const size of [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
])
  test(`take no press that is meant for a button of the dialog, in a window of ${size.width} by ${size.height}`, async ({ staff }) => {
    await resize(staff, size);
    await show(staff, scene);
    const buttons = staff.getByRole('dialog').getByRole('button');
    expect(await buttons.count()).toBeGreaterThan(2);
    await expect(staff.locator('.Toastify__toast')).toHaveCount(2);
    for (const button of await buttons.all()) {
      await button.scrollIntoViewIfNeeded();
      const isOnTop = await button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isOnTop, await button.innerText()).toBe(true);
    }
  });
