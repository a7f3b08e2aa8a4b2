/** The scales of the site: one rhythm of spaces, one type scale, three radii, three durations. */

/** Steps of a quarter of a rem: `4` is 1rem. */
const STEPS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 96];

const values = <Name extends string>(entries: Record<Name, string | number>) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }])) as Record<Name, { value: string }>;

const spacing = values(Object.fromEntries(STEPS.map((step) => [String(step), `${step / 4}rem`])));

/** The interface face of each system. Named one by one: `system-ui` is no sans serif of its own on some Linux desktops. */
const SANS =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Roboto, Inter, Ubuntu, Cantarell, 'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Arial, sans-serif";
const DISPLAY = SANS.replace('Variable Text', 'Variable Display');

export const tokens = {
  colors: values({ transparent: 'transparent', current: 'currentColor', white: '#ffffff', black: '#000000' }),
  spacing,
  sizes: {
    ...spacing,
    ...values({
      xs: '20rem',
      sm: '24rem',
      md: '28rem',
      lg: '32rem',
      xl: '36rem',
      '2xl': '42rem',
      '3xl': '48rem',
      '4xl': '56rem',
      '5xl': '64rem',
      '6xl': '72rem',
      max: 'max-content',
      min: 'min-content',
      fit: 'fit-content',
      prose: '66ch',
      full: '100%',
      '1/2': '50%',
      '1/3': '33.3333%',
      '2/3': '66.6667%',
      '1/4': '25%',
      '3/4': '75%',
    }),
  },
  fonts: values({ heading: DISPLAY, body: SANS, mono: 'ui-monospace, monospace' }),
  /** From `2xl` on, sizes grow with the window between the narrowest phone and the full width of the page. */
  fontSizes: values({
    '2xs': '0.75rem',
    xs: '0.8125rem',
    sm: '0.9375rem',
    md: '1.0625rem',
    lg: '1.1875rem',
    xl: '1.375rem',
    '2xl': 'clamp(1.4375rem, 1.35rem + 0.4vw, 1.6875rem)',
    '3xl': 'clamp(1.6875rem, 1.5rem + 0.85vw, 2.125rem)',
    '4xl': 'clamp(2rem, 1.65rem + 1.5vw, 2.75rem)',
    '5xl': 'clamp(2.25rem, 1.7rem + 2.4vw, 3.5rem)',
    '6xl': 'clamp(2.5rem, 1.7rem + 3.5vw, 4.25rem)',
  }),
  fontWeights: values({ normal: 400, medium: 500, semibold: 620, bold: 720 }),
  letterSpacings: values({ tighter: '-0.035em', tight: '-0.02em', normal: '0', wide: '0.01em', wider: '0.08em' }),
  lineHeights: values({ none: 1, shorter: 1.1, short: 1.25, normal: 1.5, tall: 1.65 }),
  radii: values({ none: '0', sm: '4px', md: '8px', lg: '14px', xl: '20px', full: '9999px' }),
  borders: values({ none: 'none', xs: '0.5px solid', sm: '1px solid', md: '2px solid' }),
  durations: values({ fast: '120ms', moderate: '200ms', slow: '300ms' }),
  easings: values({ out: 'cubic-bezier(0.2, 0.7, 0.2, 1)', 'in-out': 'cubic-bezier(0.45, 0, 0.25, 1)' }),
  animations: values({ spin: 'spin 900ms linear infinite', pulse: 'pulse 1600ms ease-in-out infinite' }),
  zIndex: values({
    hide: -1,
    base: 0,
    docked: 10,
    dropdown: 1000,
    sticky: 1100,
    banner: 1200,
    overlay: 1300,
    modal: 1400,
    popover: 1500,
    skipNav: 1600,
    toast: 1700,
    tooltip: 1800,
  }),
};

export const semanticRadii = { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.lg}' } };

export const semanticShadows = {
  sm: { value: '0 1px 2px rgb(22 26 36 / 0.06)' },
  md: { value: '0 1px 2px rgb(22 26 36 / 0.05), 0 6px 16px -4px rgb(22 26 36 / 0.08)' },
  lg: { value: '0 2px 4px rgb(22 26 36 / 0.05), 0 18px 40px -12px rgb(22 26 36 / 0.18)' },
};

/** Names as Chakra types them; `2xl` is the specification's `xxl`. */
export const breakpoints = { sm: '576px', md: '768px', lg: '992px', xl: '1200px', '2xl': '1400px' };

const style = (fontSize: string, lineHeight: string | number, letterSpacing = 'normal') => ({
  value: { fontSize, lineHeight: String(lineHeight), letterSpacing },
});

export const textStyles = {
  '2xs': style('2xs', 1.35, 'wide'),
  xs: style('xs', 1.4, 'wide'),
  sm: style('sm', 1.5),
  md: style('md', 1.65),
  lg: style('lg', 1.6),
  xl: style('xl', 1.45),
  '2xl': style('2xl', 1.3, 'tight'),
  '3xl': style('3xl', 1.2, 'tight'),
  '4xl': style('4xl', 1.14, 'tighter'),
  '5xl': style('5xl', 1.08, 'tighter'),
  '6xl': style('6xl', 1.04, 'tighter'),
  label: { value: { fontSize: 'sm', lineHeight: '1.4', fontWeight: 'semibold' } },
  eyebrow: { value: { fontSize: 'xs', lineHeight: '1.4', fontWeight: 'semibold', letterSpacing: 'wider', textTransform: 'uppercase' } },
};

export const layerStyles = { disabled: { value: { opacity: '0.55', cursor: 'not-allowed' } } };

/** Property names as CSS has them. */
export const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.55' } },
  'fade-in': { from: { opacity: '0' }, to: { opacity: '1' } },
  'fade-out': { from: { opacity: '1' }, to: { opacity: '0' } },
  'rise-in': { from: { opacity: '0', transform: 'translateY(8px)' }, to: { opacity: '1', transform: 'none' } },
  deplete: { from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } },
  'slide-in': { from: { transform: 'translateX(100%)' }, to: { transform: 'none' } },
  'slide-out': { from: { transform: 'none' }, to: { transform: 'translateX(100%)' } },
};
