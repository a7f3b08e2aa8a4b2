/** Recipes of the components that every page may use. A component family brings its own in its folder. A name for a class is there where tests need it. */

const icon = { width: '1.15em', height: '1.15em', flexShrink: '0' };

export const buttonRecipe = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    position: 'relative',
    flexShrink: '0',
    verticalAlign: 'middle',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'full',
    appearance: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    colorPalette: 'accent',
    fontWeight: 'semibold',
    lineHeight: '1.2',
    textAlign: 'center',
    textDecoration: 'none',
    transitionProperty: 'background-color, border-color, color, box-shadow',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    _focusVisible: { outline: '3px solid', outlineColor: 'focusRing', outlineOffset: '2px' },
    _disabled: { layerStyle: 'disabled' },
    _active: { transform: 'translateY(1px)' },
    _icon: icon,
    _print: { display: 'none' },
  },
  variants: {
    size: {
      xs: { minH: '8', minW: '8', px: '3', textStyle: 'xs', fontWeight: 'semibold' },
      sm: { minH: '9', minW: '9', px: '4', textStyle: 'sm', fontWeight: 'semibold' },
      md: { minH: '11', minW: '11', px: '5', py: '2', textStyle: 'sm', fontWeight: 'semibold' },
      lg: { minH: '12', minW: '12', px: '7', py: '2.5', textStyle: 'md', fontWeight: 'semibold' },
    },
    variant: {
      solid: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.emphasized', _disabled: { bg: 'colorPalette.solid' } },
      },
      outline: {
        color: 'colorPalette.fg',
        borderColor: 'colorPalette.border',
        _hover: { bg: 'colorPalette.subtle', borderColor: 'colorPalette.fg' },
        _expanded: { bg: 'colorPalette.subtle' },
      },
      subtle: {
        bg: 'colorPalette.subtle',
        color: 'colorPalette.fg',
        _hover: { borderColor: 'colorPalette.border' },
        _expanded: { borderColor: 'colorPalette.border' },
      },
      ghost: { color: 'colorPalette.fg', _hover: { bg: 'colorPalette.subtle' }, _expanded: { bg: 'colorPalette.subtle' } },
      plain: {
        color: 'colorPalette.fg',
        px: '0',
        minW: '6',
        borderRadius: 'l1',
        textDecoration: 'underline',
        textUnderlineOffset: '0.2em',
        textDecorationThickness: '1px',
        _hover: { textDecorationThickness: '2px' },
      },
    },
  },
  defaultVariants: { size: 'md', variant: 'solid' },
};

export const linkRecipe = {
  base: {
    color: 'colorPalette.fg',
    colorPalette: 'accent',
    borderRadius: 'l1',
    textUnderlineOffset: '0.2em',
    textDecorationThickness: '1px',
    _hover: { textDecorationLine: 'underline', textDecorationThickness: '2px' },
  },
  variants: {
    variant: { underline: { textDecorationLine: 'underline' }, plain: { textDecorationLine: 'none' } },
  },
  defaultVariants: { variant: 'underline' },
};

export const headingRecipe = {
  base: { fontFamily: 'heading', fontWeight: 'bold', color: 'fg' },
  variants: {
    size: Object.fromEntries(
      ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl'].map((size) => [
        size,
        { textStyle: size, ...(/^(sm|md|lg|xl)$/.test(size) && { letterSpacing: 'tight' }) },
      ]),
    ),
  },
  defaultVariants: { size: '2xl' },
};

export const badgeRecipe = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'transparent',
    colorPalette: 'neutral',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    _icon: icon,
  },
  variants: {
    variant: {
      solid: { bg: 'colorPalette.solid', color: 'colorPalette.contrast' },
      subtle: { bg: 'colorPalette.subtle', color: 'colorPalette.fg' },
      outline: { color: 'colorPalette.fg', borderColor: 'colorPalette.border' },
    },
    size: {
      sm: { textStyle: '2xs', px: '2', minH: '5' },
      md: { textStyle: 'xs', px: '2.5', minH: '6' },
      lg: { textStyle: 'sm', px: '3', minH: '7' },
    },
  },
  defaultVariants: { variant: 'subtle', size: 'md' },
};

export const containerRecipe = {
  base: { position: 'relative', width: '100%', maxWidth: '6xl', mx: 'auto', px: { base: '5', md: '8', xl: '6' } },
  variants: {
    fluid: { true: { maxWidth: 'full' } },
    centerContent: { true: { display: 'flex', flexDirection: 'column', alignItems: 'center' } },
  },
};

export const spinnerRecipe = {
  className: 'site-spinner',
  base: {
    display: 'inline-block',
    width: 'var(--spinner-size)',
    height: 'var(--spinner-size)',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'currentColor',
    borderBottomColor: 'transparent',
    borderInlineStartColor: 'transparent',
    animation: 'spin',
  },
  variants: {
    size: {
      inherit: { '--spinner-size': '1em' },
      sm: { '--spinner-size': 'sizes.4' },
      md: { '--spinner-size': 'sizes.6' },
      lg: { '--spinner-size': 'sizes.9' },
    },
  },
  defaultVariants: { size: 'md' },
};

export const skeletonRecipe = {
  base: {},
  variants: {
    loading: {
      true: {
        bg: 'bg.muted',
        borderRadius: 'l2',
        color: 'transparent',
        userSelect: 'none',
        pointerEvents: 'none',
        // Seen in forced colours, which have no backgrounds.
        outline: '1px solid transparent',
        outlineOffset: '-1px',
        animation: 'pulse',
        '&::before, &::after, *': { visibility: 'hidden' },
      },
    },
  },
  defaultVariants: { loading: true },
};

export const iconRecipe = {
  base: { display: 'inline-block', flexShrink: '0', lineHeight: '1em', verticalAlign: '-0.15em' },
  variants: {
    size: { inherit: { boxSize: '1em' }, md: { boxSize: '5' }, xl: { boxSize: '7' } },
  },
  defaultVariants: { size: 'inherit' },
};
