import { COMPOSITION_ELEMENT_ID, type Composition } from '@site/contracts/composition';

/** The document of a page that is rendered in the browser. */
export const clientDocument = (scripts: string[], composition: Composition | null): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    composition
      ? `<script type="application/json" id="${COMPOSITION_ELEMENT_ID}">${JSON.stringify(composition).replaceAll('<', '\\u003c')}</script>`
      : '',
    scripts.map((script) => `<script defer src="/${script}"></script>`).join(''),
    '</head><body><div id="root"></div></body></html>',
  ].join('');
