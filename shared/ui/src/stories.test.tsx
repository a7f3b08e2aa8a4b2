import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import axe from 'axe-core';
import { loadStories } from './all-stories';
import { BrowserStage } from './stage';

const stories = await loadStories(import.meta.dirname);

test('every component family has stories', () => {
  const families = new Set(stories.map(({ name }) => name.split('/')[0]));
  expect([...families]).toEqual(expect.arrayContaining(['Core', 'Form', 'Tabs', 'Dialog', 'Menu', 'Avatar', 'Disclosure']));
});

test.each(stories)('$name has no accessibility violation', async ({ render: renderStory }) => {
  render(<BrowserStage>{renderStory()}</BrowserStage>);
  // jsdom has no layout, so colours are checked in colors.test.ts; a story is not a page, so it needs no landmarks.
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
});
