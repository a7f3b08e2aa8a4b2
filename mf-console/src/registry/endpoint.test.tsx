import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import PromotePage from '../promote/promote-page';
import { edge, environment, HERE, registry, revision, show } from '../testing/registry-under-test';

const COMMAND = `POST ${HERE}/commands`;
const dialog = () => within(screen.getByRole('dialog'));

it.each(['../../elsewhere?', '..', '.'])(
  'with "%s" in the address as the environment, what an act asks stays inside of that',
  async (name) => {
    const returned = revision(8, '1.0.0');
    const there = `/registry/v1/environments/${encodeURIComponent(name).replaceAll('.', '%252E')}`;
    const script = registry({
      'GET /registry/v1/environments': { body: { environments: [environment({ name })] } },
      [`${COMMAND}?dryRun=true`]: { body: returned },
      [COMMAND]: { status: 201, body: returned },
      [`GET ${HERE}/edges?epoch=1&number=8&wait=2`]: { body: { edges: [edge('edge-a', 8)] } },
    });
    const moved = Object.fromEntries(Object.entries(script).map(([call, answer]) => [call.replace(HERE, there), answer]));
    const sent = show(PromotePage, `/console/promote?environment=${encodeURIComponent(name)}`, moved);
    await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
    await userEvent.click(await dialog().findByRole('button', { name: 'Roll back now' }));
    expect(await dialog().findByText('Revision 8 is live')).toBeVisible();
    expect(sent.map(({ call }) => call)).toContain(`GET ${there}/events`);
    // As a browser reads them, which follows dots upwards.
    const inside = sent.map(({ call }) => call.split(' ')[1]!).filter((path) => path.startsWith('/registry/v1/environments/'));
    expect(inside.filter((path) => !new URL(path, location.href).pathname.startsWith(`${there}/`))).toEqual([]);
  },
);
