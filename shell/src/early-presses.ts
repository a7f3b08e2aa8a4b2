/** Answers the buttons that were pressed in a rendered document before the application was there. A script of the document has noted them. */
import { MAIN_ID } from './layout/skip-link';

declare global {
  interface Window {
    siteEarlyPresses?: {
      buttons: Set<HTMLButtonElement>;
      /** Notes no more. */
      stop(): void;
    };
  }
}

/**
 * Called when the application listens. React hydrates at once what a press needs, but drops a press on a page whose code has not come: those
 * are noted until it has.
 * @param page Settles when the code of the page is there, or will not come.
 */
export function answerEarlyPresses(page: Promise<void> | null): void {
  const early = window.siteEarlyPresses;
  if (!early) return;
  const main = document.getElementById(MAIN_ID);
  const answer = (isDue: (button: HTMLButtonElement) => boolean): void => {
    const due = [...early.buttons].filter(isDue);
    for (const button of due) {
      early.buttons.delete(button);
      button.click();
    }
  };
  answer((button) => !main?.contains(button));
  // In a task of its own, so that React has learnt of the page before.
  void Promise.resolve(page).then(() =>
    setTimeout(() => {
      early.stop();
      answer((button) => main?.contains(button) ?? false);
    }),
  );
}
