/** Two pictures of the same page over each other. A divider, which is moved by keyboard, finger or mouse, says how much of each is seen. */
import { useId, useState, type PointerEvent } from 'react';
import { Box, chakra, Flex, Image, Text } from '@site/ui';
import { PictureFrame } from './picture-frame';

interface Shown {
  src: string;
  alt: string;
}

interface PictureSliderProps {
  /** What both are of. */
  label: string;
  live: Shown;
  candidate: Shown;
}

const MIDDLE = 50;

const Slider = chakra('input', {
  base: { width: 'full', minH: '11', cursor: 'ew-resize', accentColor: '{colors.accent.solid}' },
});

export function PictureSlider({ label, live, candidate }: PictureSliderProps) {
  const id = useId();
  /** From the left edge, in percent. What is left of it is live. */
  const [divider, setDivider] = useState(MIDDLE);

  function follow({ buttons, clientX, currentTarget }: PointerEvent) {
    if (buttons === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setDivider(Math.min(Math.max(Math.round(((clientX - left) / width) * 100), 0), 100));
  }

  return (
    <Box>
      <Flex justify="space-between" gap="4" textStyle="sm" fontWeight="semibold" aria-hidden="true">
        <Text as="span">Live</Text>
        <Text as="span">Rehearsed</Text>
      </Flex>
      <label htmlFor={id}>
        <Text as="span" textStyle="sm" color="fg.muted">
          Where the live page ends and the rehearsed one begins
        </Text>
      </label>
      <Slider
        id={id}
        type="range"
        min={0}
        max={100}
        value={divider}
        aria-valuetext={`${divider}% live, ${100 - divider}% rehearsed`}
        onChange={({ target }) => setDivider(Number(target.value))}
      />
      <PictureFrame label={`Pictures of ${label}`}>
        <Box display="grid" position="relative" touchAction="pan-y" userSelect="none" onPointerDown={follow} onPointerMove={follow}>
          <Half {...live} clipPath={`inset(0 ${100 - divider}% 0 0)`} />
          <Half {...candidate} clipPath={`inset(0 0 0 ${divider}%)`} />
          <Box
            position="absolute"
            insetBlock="0"
            width="2px"
            ms="-1px"
            bg="accent.solid"
            style={{ insetInlineStart: `${divider}%` }}
            aria-hidden="true"
          />
        </Box>
      </PictureFrame>
    </Box>
  );
}

/** Both stand in the same cell, so that the frame is as tall as the taller one. The style is inline: it changes with each move. */
function Half({ src, alt, clipPath }: Shown & { clipPath: string }) {
  return <Image src={src} alt={alt} gridArea="1 / 1" width="full" alignSelf="start" draggable={false} style={{ clipPath }} />;
}
