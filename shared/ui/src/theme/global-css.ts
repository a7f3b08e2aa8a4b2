/** Rules of the document as a whole. `--site-header-height` is that of the shell's sticky header with its border. */
export const globalCss = {
  '*': { '--global-font-mono': 'fonts.mono', '--global-font-body': 'fonts.body', '--global-color-border': 'colors.border' },
  html: {
    color: 'fg',
    bg: 'bg',
    colorPalette: 'accent',
    textSizeAdjust: '100%',
    '--site-header-height': 'calc(4rem + 1px)',
  },
  body: { fontFamily: 'body', textStyle: 'md' },
  // Where the scroll bar takes room, the page keeps that room while a dialog hides the bar.
  'html[data-scroll-locked]': { overflow: 'hidden', '& body': { paddingInlineEnd: 'var(--scrollbar-width)' } },
  'h1, h2, h3, h4': { textWrap: 'balance' },
  p: { textWrap: 'pretty' },
  '[id]': { scrollMarginTop: 'calc(var(--site-header-height) + 1.5rem)' },
  ':where(a, button, input, select, textarea, summary, [tabindex="0"]):focus-visible': {
    outline: '3px solid',
    outlineColor: 'accent.focusRing',
    outlineOffset: '2px',
  },
  '[tabindex="-1"]:focus': { outline: 'none' },
  '*::placeholder': { color: 'fg.subtle' },
  '*::selection': { bg: 'accent.solid', color: 'accent.contrast' },
  '@media (prefers-reduced-motion: reduce)': {
    // A toast counts its time by the animation of its progress bar.
    ':where(*:not(.Toastify__progress-bar)), *::before, *::after': {
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
