/** Presses and texts that bring a screen into a state, and answers in the place of those of a service. */
import type { Route } from 'playwright-core';
import type { Act, Answer } from './scene';

export const inTurn =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** @param name The whole of it, where it is a text. */
export const pressed =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click();

/** The button at the end of the dialog that is open. */
export const pressedInDialog =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).last().click();

/** Fields by their labels. */
export const filled =
  (texts: Record<string, string>): Act =>
  async (page) => {
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).first().fill(text);
  };

export const chosen =
  (label: string, option: string): Act =>
  (page) =>
    page.getByLabel(label, { exact: true }).first().selectOption(option);

/** Waits until the words are there. */
export const shown =
  (words: string | RegExp): Act =>
  (page) =>
    page.getByText(words).first().waitFor();

/** Waits until there is a dialog: its part of the script comes with the first press. */
export const dialogShown: Act = (page) => page.getByRole('dialog').waitFor();

/** A refusal as services answer it. */
export const refusal = (status: number, code: string, error: string, details?: object): ((route: Route) => Promise<void>) => {
  const json = { code, error, requestId: 'request-7f3a', ...(details && { details }) };
  return (route) => route.fulfill({ status, json });
};

/** Calls that write are answered with this; those that read are passed on. */
export const writing =
  (answer: object | ((route: Route) => Promise<void>)) =>
  (route: Route): Promise<void> => {
    if (route.request().method() === 'GET') return route.fallback();
    return typeof answer === 'function' ? (answer as (route: Route) => Promise<void>)(route) : route.fulfill({ json: answer });
  };

export const UNAVAILABLE = 'Come back later.';

/** From now on. */
export const answering =
  (...answers: readonly Answer[]): Act =>
  async (page) => {
    for (const [calls, answer] of answers)
      await page.route(calls, (route) => {
        // What nobody answers ends with the page.
        if (answer === null) return undefined;
        if (typeof answer === 'number') return refusal(answer, 'service-unavailable', UNAVAILABLE)(route);
        return typeof answer === 'function' ? (answer as (route: Route) => Promise<void>)(route) : route.fulfill({ json: answer });
      });
  };
