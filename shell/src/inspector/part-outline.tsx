import { Badge, Box } from '@site/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The shell is what stands around the page. */
const placesOf = (isShell: boolean): Element[] => [...document.querySelectorAll(isShell ? ':is(header, footer):not(main *)' : 'main')];

type Frame = Pick<DOMRect, 'top' | 'left' | 'width' | 'height'>;

const framesOf = (isShell: boolean): Frame[] =>
  placesOf(isShell).map((place) => {
    const { top, left, width, height } = place.getBoundingClientRect();
    return { top, left, width, height };
  });

interface PartOutlineProps {
  name: string;
  isShell: boolean;
  onEnd: () => void;
}

/** Draws a line around a part of the page, until the next press or key. */
export function PartOutline({ name, isShell, onEnd }: PartOutlineProps): ReactNode {
  const [frames, setFrames] = useState(() => framesOf(isShell));

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const measure = (): void => setFrames(framesOf(isShell));
    const sizes = new ResizeObserver(measure);
    for (const place of placesOf(isShell)) sizes.observe(place);
    for (const event of ['scroll', 'resize']) addEventListener(event, measure, { signal, passive: true });
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, onEnd, { signal });
    return () => {
      left.abort();
      sizes.disconnect();
    };
  }, [isShell, onEnd]);

  useEffect(() => {
    placesOf(isShell)[0]?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [isShell]);

  return createPortal(
    <Box aria-hidden="true" data-print="hide">
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
          <Badge
            position="sticky"
            // The header of the shell stays where it is while a page moves below it.
            top={isShell ? '1' : 'calc(var(--site-header-height) + 0.25rem)'}
            m="1"
            colorPalette="accent"
            variant="solid"
          >
            {name}
          </Badge>
        </Box>
      ))}
    </Box>,
    document.body,
  );
}
