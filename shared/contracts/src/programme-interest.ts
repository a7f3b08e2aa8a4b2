/**
 * Where a browser remembers the programme that a link to `/signup/elevate-1` named, under the key of the goal in the player's profile. The
 * sign-up page writes it; the card preselects that goal once the account is there.
 */
export const PROGRAMME_INTEREST_KEY = 'site.programme-interest';
