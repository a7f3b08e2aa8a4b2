/** Errors of the product API. Described in `docs/errors.md`. */
import { defineErrors } from '@site/platform/errors';

export const apiError = defineErrors({
  'form-refused': { status: 400, message: 'Some fields need a correction.' },
  'bot-check-failed': { status: 403, message: 'The bot check did not pass. Please, try again.' },
  'bot-challenge-unavailable': { status: 404, message: 'The bot check of this site has no challenge to solve.' },
  'account-unknown': { status: 401, message: 'There is no account for this sign-in.' },
  'reauthentication-failed': { status: 403, message: 'Sign in again or enter your current password to confirm.' },
  'photo-unreadable': { status: 400, message: 'This is not a png or jpeg picture that can be read.' },
  'photo-too-large': { status: 413, message: 'This picture is too large.' },
  'demo-not-found': { status: 404, message: 'There is no such demo.' },
  'demo-kind-not-found': { status: 404, message: 'There is no such demo kind.' },
  'playbook-not-found': { status: 404, message: 'There is no such playbook.' },
  'playbook-locked': { status: 403, message: 'This playbook requires an active subscription.' },
  'playbook-evaluating': { status: 403, message: 'This playbook waits for the evaluation of your profile.' },
  'follow-not-found': { status: 404, message: 'You do not follow this playbook.' },
  'unsubscribe-unknown': { status: 404, message: 'This link to unsubscribe is not known.' },
  'message-not-found': { status: 404, message: 'There is no such message.' },
  'member-not-found': { status: 404, message: 'There is no such member.' },
  'peer-group-not-found': { status: 404, message: 'There is no such peer group.' },
  'peer-group-exists': { status: 409, message: 'This peer group code is taken.' },
  'project-not-found': { status: 404, message: 'There is no such project.' },
  'still-in-use': { status: 409, message: 'Members use this. Withdraw it instead.' },
});
