/** Recipes of the components that are made of several parts. */

export const cardSlotRecipe = {
  className: 'site-card',
  slots: ['root', 'header', 'body', 'footer', 'title', 'description'],
  base: {
    root: {
      display: 'flex',
      flexDirection: 'column',
      position: 'relative',
      minWidth: '0',
      borderRadius: 'l3',
      borderWidth: '1px',
      borderColor: 'transparent',
      bg: 'bg.panel',
      color: 'fg',
      overflowWrap: 'break-word',
      _print: { boxShadow: 'none', borderColor: 'border' },
    },
    header: { display: 'flex', flexDirection: 'column', gap: '2', px: 'var(--card-padding)', pt: 'var(--card-padding)' },
    body: {
      display: 'flex',
      flexDirection: 'column',
      gap: '3',
      flex: '1',
      p: 'var(--card-padding)',
      '.site-card__header + &': { pt: '3' },
    },
    footer: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', px: 'var(--card-padding)', pb: 'var(--card-padding)' },
    title: { fontFamily: 'heading', fontWeight: 'bold', textStyle: 'xl', letterSpacing: 'tight' },
    description: { color: 'fg.muted', textStyle: 'sm' },
  },
  variants: {
    size: {
      sm: { root: { '--card-padding': 'spacing.4' } },
      md: { root: { '--card-padding': { base: 'spacing.5', md: 'spacing.7' } } },
      lg: { root: { '--card-padding': { base: 'spacing.6', md: 'spacing.9' } } },
    },
    variant: {
      outline: { root: { borderColor: 'border' } },
      elevated: { root: { boxShadow: 'md', borderColor: 'border' } },
      subtle: { root: { bg: 'bg.subtle' } },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
};

export const listSlotRecipe = {
  className: 'site-list',
  slots: ['root', 'item', 'indicator'],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: '2' },
    item: { display: 'list-item' },
    indicator: { display: 'inline-block', flexShrink: '0', marginEnd: '2', verticalAlign: 'middle' },
  },
  variants: {
    variant: {
      marker: { root: { listStyle: 'revert', ps: '5' }, item: { _marker: { color: 'colorPalette.fg' } } },
      plain: { item: { display: 'flex', alignItems: 'flex-start' } },
    },
  },
  defaultVariants: { variant: 'marker' },
};
