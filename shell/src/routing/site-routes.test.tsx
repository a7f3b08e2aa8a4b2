import { expect, it, jest } from '@jest/globals';
import { useParams } from '@site/router';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { params, remote, renderShell } from '../testing/render-shell';

function ParamsPage(): ReactNode {
  return <h1>{JSON.stringify(useParams())}</h1>;
}

it('a page has the parameters of its address, however many optional segments its route has', async () => {
  globalThis.fetch = jest.fn(() => Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(params) } as Response));
  const optional = Array.from({ length: 40 }, (_, index) => `:p${index}?`).join('/');
  const source = { load: () => Promise.resolve({ default: ParamsPage }) };
  renderShell({ path: '/games/chess/a%20b', remotes: [remote('mf-a', { [`/games/${optional}`]: './games' })], source });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('{"p0":"chess","p1":"a b"}');
});
