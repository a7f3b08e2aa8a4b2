import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { createBrowserCache, UIProvider } from '@site/ui';
import { BrowserRouter } from '@site/router';
import { SITE } from '@site/testing/page-under-test';
import { Mosaic } from './mosaic';
import { toTesseraRank, type TesseraRank } from './mosaic-pieces';

const show = (rank: TesseraRank, decorative = false) =>
  render(
    <BrowserRouter>
      <UIProvider cache={createBrowserCache()} site={SITE}>
        <Mosaic rank={rank} decorative={decorative} />
      </UIProvider>
    </BrowserRouter>,
  );

describe('the developer-identity mosaic', () => {
  it.each([0, 1, 2, 3, 4] as const)('of rank %i has four pieces, that many of them filled, in the order of the steps', (rank) => {
    const { container } = show(rank);
    const filled = [...container.querySelectorAll('[data-piece]')].map((piece) => piece.getAttribute('data-filled'));
    expect(filled).toEqual([1, 2, 3, 4].map((step) => String(step <= rank)));
  });

  it('says its rank to those who cannot see it', () => {
    show(3);
    expect(screen.getByRole('img', { name: /3 of 4 puzzle pieces filled/ })).toBeInTheDocument();
  });

  it('says that the evaluation is in progress at rank 0', () => {
    show(0);
    expect(screen.getByRole('img', { name: /evaluation in progress/ })).toBeInTheDocument();
  });

  it('is silent beside a text that says the same', () => {
    show(3, true);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('takes no rank outside of 0 to 4', () => {
    expect([-1, 0, 2.9, 4, 5, Number.NaN].map(toTesseraRank)).toEqual([0, 0, 2, 4, 4, 0]);
  });
});
