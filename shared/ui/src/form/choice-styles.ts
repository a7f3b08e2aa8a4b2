import { defineRecipe } from '@chakra-ui/react';

/** Native controls, redrawn without pictures: the mark is a shape that grows when the control is checked. */
const box = {
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  boxSize: '6',
  m: '0',
  bg: 'bg.panel',
  borderWidth: '1.5px',
  borderColor: 'border.emphasized',
  cursor: 'pointer',
  transitionProperty: 'background-color, border-color',
  transitionDuration: 'fast',
  _before: { content: '""', bg: 'accent.contrast', transform: 'scale(0)', transitionProperty: 'transform', transitionDuration: 'fast' },
  _hover: { borderColor: 'fg.muted' },
  _checked: { bg: 'accent.solid', borderColor: 'accent.solid', _before: { transform: 'scale(1)' } },
  _focusVisible: { outline: '3px solid', outlineColor: 'focusRing', outlineOffset: '2px' },
  _disabled: { layerStyle: 'disabled' },
  '&[aria-invalid=true]': { borderColor: 'danger.solid' },
  '@media (forced-colors: active)': { appearance: 'auto', _before: { display: 'none' } },
} as const;

export const checkboxBox = defineRecipe({
  base: {
    ...box,
    borderRadius: 'l1',
    _before: { ...box._before, boxSize: '3.5', clipPath: 'polygon(14% 44%, 0 65%, 50% 100%, 100% 16%, 80% 0%, 43% 62%)' },
  },
});

export const radioBox = defineRecipe({
  base: { ...box, borderRadius: 'full', _before: { ...box._before, boxSize: '2.5', borderRadius: 'full' } },
});

export const switchBox = defineRecipe({
  base: {
    ...box,
    placeItems: 'center start',
    width: '11',
    p: '0.5',
    borderRadius: 'full',
    bg: 'border.emphasized',
    _before: { ...box._before, boxSize: '4', borderRadius: 'full', bg: 'bg.panel', transform: 'none' },
    _checked: { bg: 'accent.solid', borderColor: 'accent.solid', _before: { bg: 'accent.contrast', transform: 'translateX(1.125rem)' } },
  },
});
