/**
 * What browsers have of their own, made even; of Chakra's reset, the part that elements without a component of the design system need. The others
 * bring theirs: every document carries this.
 */
const reset = {
  '*': { margin: '0', padding: '0', font: 'inherit', overflowWrap: 'break-word', WebkitTapHighlightColor: 'transparent' },
  '*, ::before, ::after': { boxSizing: 'border-box', border: '0 solid', borderColor: 'border' },
  'img, svg': { display: 'block' },
  img: { maxWidth: '100%', height: 'auto' },
  'ol, ul': { listStyle: 'none' },
  strong: { fontWeight: 'bolder' },
  a: { color: 'inherit', textDecoration: 'inherit' },
  button: { background: 'none' },
  'button, input, select, textarea': { color: 'inherit' },
  '[hidden]': { display: 'none !important' },
};

/** Rules of the document as a whole. `--site-header-height` is that of the shell's sticky header with its border. */
export const globalCss = {
  ...reset,
  html: {
    color: 'fg',
    bg: 'bg',
    colorPalette: 'accent',
    WebkitTextSizeAdjust: '100%',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
    touchAction: 'manipulation',
    '--site-header-height': 'calc(4rem + 1px)',
  },
  body: { position: 'relative', minHeight: '100dvh', fontFamily: 'body', textStyle: 'md' },
  'html[data-scroll-locked]': { overflow: 'hidden' },
  'h1, h2, h3, h4': { textWrap: 'balance' },
  p: { textWrap: 'pretty' },
  // What is scrolled to, or takes the focus, stands clear of the header.
  '[id], :is(main, footer) :is(a, button, input, select, textarea, summary, [tabindex])': {
    scrollMarginTop: 'calc(var(--site-header-height) + 1.5rem)',
  },
  ':where(a, button, input, select, textarea, summary, [tabindex="0"]):focus-visible': {
    outline: '3px solid',
    outlineColor: 'focusRing',
    outlineOffset: '2px',
  },
  '[tabindex="-1"]:focus': { outline: 'none' },
  '::selection': { bg: 'accent.solid', color: 'accent.contrast' },
  '@media (prefers-reduced-motion: reduce)': {
    // A toast counts its time by the animation of its progress bar.
    ':where(:not(.Toastify__progress-bar)), ::before, ::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
  '@media print': {
    body: { fontSize: '11pt' },
    'nav, dialog, [data-print=hide]': { display: 'none !important' },
    'section, article, figure, li': { breakInside: 'avoid' },
    'h1, h2, h3': { breakAfter: 'avoid' },
    'main a[href^="http"]::after': { content: '" (" attr(href) ")"', fontSize: '0.85em' },
    '[data-tone]': { background: 'none !important' },
    '[data-tone=contrast] *': { background: 'none !important', color: 'black !important' },
  },
};
