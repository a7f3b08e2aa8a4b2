/** Run by hydration.test.tsx in a process of its own, as the renderer is: writes each story as the server renders it. */
import { renderToString } from 'react-dom/server';
import { loadStories } from './all-stories';
import { createServerCache, extractStyles } from './server';
import { ServerStage } from './stage';

const rendered = (await loadStories(import.meta.dirname)).map(({ name, render }) => {
  const cache = createServerCache();
  const html = renderToString(<ServerStage cache={cache}>{render()}</ServerStage>);
  return { name, html, styles: extractStyles(cache, html) };
});
process.stdout.write(JSON.stringify(rendered));
