/**
 * The vocabulary of style props: their short forms, the scale that each takes its values from, and the conditions. Chakra's own base has six times
 * as many, which every first view would carry. Any other property of CSS works too, with plain values.
 */
import type { SystemConfig } from '@chakra-ui/react';

/** Properties by the scale of their values; behind a colon their short forms. */
const SCALES = {
  spacing: `gap rowGap:gapY columnGap:gapX
    margin:m marginTop:mt marginRight:mr marginBottom:mb marginLeft:ml marginInline:mx,marginX marginBlock:my,marginY marginInlineStart:ms marginInlineEnd:me
    padding:p paddingTop:pt paddingRight:pr paddingBottom:pb paddingLeft:pl paddingInline:px paddingBlock:py paddingInlineStart:ps paddingInlineEnd:pe
    inset top right bottom left insetInline:insetX insetBlock:insetY insetInlineStart:insetStart insetInlineEnd:insetEnd scrollMarginTop textIndent`,
  sizes: 'width:w height:h minWidth:minW minHeight:minH maxWidth:maxW maxHeight:maxH flexBasis',
  colors: `color background:bg backgroundColor borderColor borderTopColor borderBottomColor borderInlineStartColor borderInlineEndColor
    fill stroke accentColor caretColor outlineColor textDecorationColor`,
  radii: 'borderRadius',
  borders: 'border',
  shadows: 'boxShadow:shadow',
  fonts: 'fontFamily',
  fontSizes: 'fontSize',
  fontWeights: 'fontWeight',
  lineHeights: 'lineHeight',
  letterSpacings: 'letterSpacing',
  durations: 'transitionDuration animationDuration animationDelay',
  easings: 'transitionTimingFunction animationTimingFunction',
  animations: 'animation',
  zIndex: 'zIndex',
} as const;

/** Short forms of properties without a scale. */
const SHORT_FORMS = 'position:pos borderInlineStartWidth:borderStartWidth borderInlineEndWidth:borderEndWidth';

type Utilities = NonNullable<SystemConfig['utilities']>;

function utilities(names: string, scale?: keyof typeof SCALES): Utilities {
  const entries = names.split(/\s+/).map((name) => {
    const [property = '', shorthand] = name.split(':');
    return [property, { ...(scale && { values: scale }), ...(shorthand && { shorthand: shorthand.split(',') }) }] as const;
  });
  return Object.fromEntries(entries);
}

export const base: SystemConfig = {
  conditions: {
    hover: ['@media (hover: hover)', '&:hover:not(:disabled)'],
    active: '&:active:not(:disabled,[aria-disabled=true])',
    focus: '&:focus',
    focusVisible: '&:focus-visible',
    disabled: '&:is(:disabled,[aria-disabled=true])',
    checked: '&:checked',
    expanded: '&[aria-expanded=true]',
    currentPage: '&[aria-current=page]',
    before: '&::before',
    after: '&::after',
    marker: '&::marker',
    first: '&:first-of-type',
    last: '&:last-of-type',
    icon: '& :where(svg)',
    print: '@media print',
    rtl: '[dir=rtl] &',
    contrast: '[data-tone=contrast] &',
  },
  utilities: {
    ...Object.assign({}, ...Object.entries(SCALES).map(([scale, names]) => utilities(names, scale as keyof typeof SCALES))),
    ...utilities(SHORT_FORMS),
    boxSize: { values: 'sizes', transform: (value: string) => ({ width: value, height: value }) },
  },
};
