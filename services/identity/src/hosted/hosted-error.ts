import type { ErrorView } from './pages/plain-pages';

/** Ends a request with an error page. */
export class HostedError extends Error {
  override name = 'HostedError';

  constructor(
    readonly status: number,
    readonly view: ErrorView,
  ) {
    super(view.title);
  }
}

/** Leads to where the sign-in stands, or has ended: for a form that was sent twice, or whose answer was lost. */
export class SignInElsewhere extends Error {
  override name = 'SignInElsewhere';

  /** @param page Where the browser goes on. */
  constructor(readonly page: string) {
    super('The sign-in stands elsewhere');
  }
}

export const signInExpired = () =>
  new HostedError(400, {
    title: 'This page has expired',
    message: 'The sign-in took too long, or was finished in another tab. Please, start again.',
  });

export const formRefused = () =>
  new HostedError(403, {
    title: 'This form cannot be used',
    message: 'It was not sent from the page that we showed you. Please, start again.',
  });
