/** The buttons at the end of a dialog where they do not fit into one row. */
import { expect, test } from '../desk/office';
import { resize } from '../resize';
import { DESK_DIALOGS } from '../scenes/desk-dialogs';
import { show } from '../scenes/stage';

const scene = DESK_DIALOGS.find(({ name }) => name === 'desk-dialog-second-factor')!;

test('a main action that has no room beside Cancel stands above it, as wide, and is reached first', async ({ staff }) => {
  await show(staff, scene);
  const dialog = staff.getByRole('dialog');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  const action = dialog.getByRole('button', { name: /^Reset the second factor/ });
  const lastField = dialog.getByRole('textbox').last();
  const placed = async () => ({ cancel: (await cancel.boundingBox())!, action: (await action.boundingBox())! });

  await resize(staff, { width: 360, height: 740 });
  const small = await placed();
  expect(small.action.y + small.action.height).toBeLessThanOrEqual(small.cancel.y);
  expect([small.action.x, small.action.width]).toEqual([small.cancel.x, small.cancel.width]);
  await lastField.focus();
  for (const next of [action, cancel]) {
    await staff.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
});
