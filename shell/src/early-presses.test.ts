import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { answerEarlyPresses } from './early-presses';

const stop = jest.fn();
const pressed = jest.fn();

function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  if (!found) throw new Error(`No button ${text}`);
  return found;
}

/** What the script of the document does with a press. */
const pressEarly = (text: string) => window.siteEarlyPresses?.buttons.add(button(text));

beforeEach(() => {
  jest.useFakeTimers();
  stop.mockClear();
  pressed.mockClear();
  document.body.innerHTML = '<button>Menu</button><main id="main"><button>Send</button></main>';
  document.body.onclick = ({ target }) => pressed((target as Element).textContent);
  window.siteEarlyPresses = { buttons: new Set(), stop };
});
afterEach(() => {
  jest.useRealTimers();
  delete window.siteEarlyPresses;
});

it('the frame answers at once, the page when its code has come, each button once', async () => {
  let arrive = (): void => undefined;
  pressEarly('Menu');
  pressEarly('Send');
  answerEarlyPresses(new Promise((resolve) => (arrive = resolve)));
  expect(pressed.mock.calls).toEqual([['Menu']]);
  // The frame answers by itself from now on.
  pressEarly('Menu');
  arrive();
  await jest.runAllTimersAsync();
  expect(pressed.mock.calls).toEqual([['Menu'], ['Send']]);
  expect(stop).toHaveBeenCalledTimes(1);
});

it('a document that was not rendered ahead of time has noted nothing', () => {
  delete window.siteEarlyPresses;
  expect(() => answerEarlyPresses(null)).not.toThrow();
});
