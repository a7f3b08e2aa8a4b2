import { endedWithSession, errorToast, type Failure } from '@site/api-client/failure';
import { notify, type Notification } from '@site/ui';

/** Says why a change was not made. Of one that ended with its session nothing is said: that the session is over is said already. */
export function tellFailure(failure: Failure, toast: Notification = errorToast(failure)): void {
  if (!endedWithSession(failure)) notify(toast);
}
