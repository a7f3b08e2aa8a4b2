/** Who has the focus after its element is gone from the document. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keepFocus } from './kept-focus';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = '';
  history.replaceState(null, '', '/console');
  stop = keepFocus();
});
afterEach(() => stop());

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`No ${selector}`);
  return found;
};
/** Until observers of the document have been told. */
const told = () => new Promise<void>((resolve) => void setTimeout(resolve));

/** A page whose `#gone` has the focus, and goes. */
async function lose(main: string, leaving = '#gone', beside = '') {
  document.body.innerHTML = `<div id="root"><nav><button id="menu">Menu</button></nav>
    <main id="main" tabindex="-1"><h1 id="page-heading" tabindex="-1">Page</h1>${main}</main></div>${beside}`;
  find('#gone').focus();
  find(leaving).remove();
  await told();
}

const GONE = '<p><button id="gone">Approve</button></p>';

it.each([
  ['the group that it stood in', `<div role="group" tabindex="-1" id="heir"><ul><div>${GONE}</div></ul></div>`],
  ['the summary around it', `<details open><summary id="heir">More ${GONE}</summary></details>`],
  ['the heading of its card', `<div tabindex="-1"><article><div><h3 id="heir">Plan 4</h3></div>${GONE}</article></div>`],
  ['the heading of its item in a list', `<ul><li><h3 id="heir">Message</h3>${GONE}</li></ul>`],
  ['its item in a list, where that has no heading', `<ul><li id="heir">Step 2${GONE}</li></ul>`],
  ['its row of a table', `<table><tr id="heir"><td>ci</td><td>${GONE}</td></tr></table>`],
  ['the legend of its fields', `<fieldset><legend id="heir">Steps</legend>${GONE}</fieldset>`],
  ['the heading of its section', `<section aria-labelledby="heir"><h2 id="heir">Locks</h2>${GONE}</section>`],
])('goes to %s', async (_heir, main) => {
  await lose(main);
  expect(document.activeElement).toBe(find('#heir'));
});

it('goes to what is left, however much went with its element', async () => {
  await lose(
    `<section aria-labelledby="locks"><h2 id="locks">Locks</h2><ul><li id="item"><h3>Lock</h3>${GONE}</li></ul></section>`,
    '#item',
  );
  expect(document.activeElement).toBe(find('#locks'));
});

it.each([
  ['the page has nothing closer', `<div>${GONE}</div>`, '#gone'],
  ['it stood in the frame', '<div></div>', '#gone'],
  ['its section has lost its heading', `<section aria-labelledby="nowhere">${GONE}</section>`, '#gone'],
])('goes to the heading of the page where %s', async (_where, main, leaving) => {
  if (main.includes('gone')) await lose(main, leaving);
  else await lose(main, leaving, GONE);
  expect(document.activeElement).toBe(find('#page-heading'));
});

it('waits for the heading of a page that is awaited', async () => {
  document.body.innerHTML = `<div id="root"><main id="main">${GONE}</main></div>`;
  find('#gone').focus();
  find('#main').innerHTML = '<div role="status">Loading</div>';
  await told();
  expect(document.activeElement).toBe(document.body);
  find('#main').innerHTML = '<h1 id="page-heading" tabindex="-1">Page</h1>';
  await told();
  expect(document.activeElement).toBe(find('#page-heading'));
});

it('what takes no focus by itself is no stop of the keyboard after it', async () => {
  await lose(`<ul><li><h3 id="heir">Message</h3>${GONE}</li></ul>`);
  expect(find('#heir').tabIndex).toBe(-1);
  find('#menu').focus();
  expect(find('#heir').hasAttribute('tabindex')).toBe(false);
});

it('goes on from the heir, when that goes too', async () => {
  await lose(`<section aria-labelledby="locks"><h2 id="locks">Locks</h2><ul><li id="item">Lock ${GONE}</li></ul></section>`);
  find('#item').remove();
  await told();
  expect(document.activeElement).toBe(find('#locks'));
});

it.each([
  ['has moved', () => find('#menu').focus(), '#menu'],
  ['was given up', () => find('#gone').blur(), 'body'],
])('stays as it is where it %s before', async (_how, act, selector) => {
  document.body.innerHTML = `<div id="root"><button id="menu">Menu</button><h1 id="page-heading" tabindex="-1">Page</h1>${GONE}</div>`;
  find('#gone').focus();
  act();
  await told();
  find('#gone').remove();
  await told();
  expect(document.activeElement).toBe(find(selector));
});

it('stays nowhere where another page comes, which has its own way', async () => {
  document.body.innerHTML = `<div id="root"><main id="main">${GONE}</main></div>`;
  find('#gone').focus();
  history.replaceState(null, '', '/console/plans');
  find('#main').innerHTML = '<h1 id="page-heading" tabindex="-1">Page</h1>';
  await told();
  history.replaceState(null, '', '/console');
  find('#main').append('more');
  await told();
  expect(document.activeElement).toBe(document.body);
});

/** A page with an item, and a layer above it that was opened from the item. */
async function openLayer() {
  document.body.innerHTML = `<div id="root"><main id="main"><h1 id="page-heading" tabindex="-1">Page</h1>
    <ul><li><h3 id="item">Demo</h3>${GONE}</li></ul></main></div>`;
  find('#gone').focus();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="layer"><div role="dialog" tabindex="-1"><button id="yes">Yes</button></div></div>',
  );
  find('#yes').focus();
  await told();
}

it('stays in a dialog whose button goes, so that Escape closes it', async () => {
  await openLayer();
  find('#yes').remove();
  await told();
  expect(document.activeElement).toBe(find('[role=dialog]'));
});

it.each([
  ['closes', () => undefined],
  ['is closed by a press beside it', () => find('#yes').blur()],
  ['closes after a step of it', () => find('#yes').remove()],
])('goes to what stood around the button that opened a dialog, where that is gone when it %s', async (_how, act) => {
  await openLayer();
  act();
  await told();
  find('#gone').remove();
  find('#layer').remove();
  await told();
  expect(document.activeElement).toBe(find('#item'));
});

it('returns from a message that is dismissed', async () => {
  await openLayer();
  find('#layer').remove();
  await told();
  expect(document.activeElement).toBe(find('#gone'));
});

describe('what had the focus before it was called', () => {
  /** A page whose `#gone` is focused while nobody keeps the focus. @returns what is around it. */
  function focusBefore(): EventTarget[] {
    stop();
    document.body.innerHTML = `<div id="root"><button id="menu">Menu</button><main id="main"><h1 id="page-heading" tabindex="-1">Page</h1>
      <section aria-labelledby="heir"><h2 id="heir">Profile</h2><div id="panel">${GONE}</div></section></main></div>`;
    let path: EventTarget[] = [];
    document.addEventListener('focusin', (event) => (path = event.composedPath()), { once: true });
    find('#gone').focus();
    return path;
  }

  it.each([
    ['is gone by then, with what was around it', () => find('#panel').remove(), '/console', '#heir'],
    ['goes later', () => setTimeout(() => find('#panel').remove()), '/console', '#heir'],
    ['belongs to another page', () => find('#panel').remove(), '/console/plans', 'body'],
    ['was followed by something else', () => (find('#menu').focus(), find('#panel').remove()), '/console', '#menu'],
    ['was given up', () => (find('#gone').blur(), setTimeout(() => find('#panel').remove())), '/console', 'body'],
  ])('leads to the same heir where it %s', async (_where, act, page, heir) => {
    const path = focusBefore();
    act();
    stop = keepFocus(path, page);
    await told();
    await told();
    expect(document.activeElement).toBe(find(heir));
  });

  it('is returned to what stood around it from a dialog that it opened', async () => {
    const path = focusBefore();
    document.body.insertAdjacentHTML('beforeend', '<div id="layer"><div role="dialog" tabindex="-1"></div></div>');
    find('[role=dialog]').focus();
    find('#panel').remove();
    stop = keepFocus(path, '/console');
    find('#layer').remove();
    await told();
    expect(document.activeElement).toBe(find('#heir'));
  });
});
