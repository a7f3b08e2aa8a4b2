import { SHELL_NAME } from '@site/contracts/release';
import { Badge, Box } from '@site/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { MAIN_ID } from '../layout/skip-link';

/** The shell is what stands around the page. */
const placesOf = (name: string): Element[] => [
  ...document.querySelectorAll(name === SHELL_NAME ? `:is(header, footer):not(#${MAIN_ID} *)` : `#${MAIN_ID}`),
];

type Frame = Pick<DOMRect, 'top' | 'left' | 'width' | 'height'>;

const framesOf = (name: string): Frame[] =>
  placesOf(name).map((place) => {
    const { top, left, width, height } = place.getBoundingClientRect();
    return { top, left, width, height };
  });

/** Draws a line around a part of the page, until the next press or key. */
export function PartOutline({ name, onEnd }: { name: string; onEnd: () => void }): ReactNode {
  const [frames, setFrames] = useState(() => framesOf(name));

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const measure = (): void => setFrames(framesOf(name));
    const sizes = new ResizeObserver(measure);
    for (const place of placesOf(name)) sizes.observe(place);
    for (const event of ['scroll', 'resize']) addEventListener(event, measure, { signal, passive: true });
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, onEnd, { signal });
    return () => {
      left.abort();
      sizes.disconnect();
    };
  }, [name, onEnd]);

  useEffect(() => {
    placesOf(name)[0]?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [name]);

  return createPortal(
    <Box role="status" aria-label={`${name} is outlined on the page`} data-print="hide">
      {frames.map((frame, index) => (
        <Box
          // The places of a part keep their order.
          key={index}
          position="fixed"
          pointerEvents="none"
          zIndex="banner"
          borderWidth="4px"
          borderColor="accent.solid"
          style={frame}
        >
          <Badge position="sticky" top="1" m="1" colorPalette="accent" variant="solid">
            {name}
          </Badge>
        </Box>
      ))}
    </Box>,
    document.body,
  );
}
