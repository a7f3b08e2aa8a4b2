import { libraryCalls, amplify, memberTrouble } from '../../files';
import { accessibility, blockedCookies, blockedStorage, oneRefresh, unreachableProvider } from '../files';
import type { Chapter } from '../requirement';
import { row } from './row';

export const browsers: Chapter = {
  title: 'Browsers and sessions',
  requirements: [
    row('storage-refused', 'With cookies and storage refused, every public page is whole.', {
      seenRed: 'that a browser which refuses storage counts as one that has nothing stored.',
      tests: [
        ...blockedCookies('shows every page whole, and says nothing of it'),
        ...blockedStorage('a browser that refuses storage › shows every page whole'),
      ],
    }),
    row('clock-skew', 'A clock five minutes off, or twenty tabs: a session is refreshed once at the right moment, and never in a loop.', {
      seenRed: 'the five seconds before its end in which a token counts as expired; the lock that all tabs share.',
      tests: [
        ...amplify(
          'refreshes within 5 seconds of expiry and not before, with a clock that is …',
          'twenty tabs that find their token near its end refresh it once',
          'two tabs of a browser without locks that refresh at once both stay signed in',
        ),
        ...oneRefresh(
          'a token … is not refreshed once more when another tab has done so',
          'whose turn does not come refreshes all the same',
        ),
        ...unreachableProvider('a session that should be renewed stays'),
      ],
      how: 'A browser that has no locks, or in which a tab holds one for ten seconds, refreshes in several tabs at once: the provider gives all of them one successor.',
    }),
    row(
      'identity-troubled',
      'The identity provider answers 429, 5xx or nothing: three attempts, later each time, and the member stays signed in.',
      {
        seenRed: 'the second and third attempt of the library.',
        tests: [
          ...libraryCalls('a refresh › that meets … is tried three times'),
          ...amplify('keeps the session while the provider answers 429 and 503', 'keeps the session over a network error'),
        ],
      },
    ),
    row('accessible', 'No page has an accessibility violation, at two widths, empty, loading, failed or filled.', {
      seenRed: 'the language of the document.',
      tests: [...accessibility('the 404 page › has no accessibility violation'), ...memberTrouble('lists without entries say so')],
      how: 'Each page is looked at by axe in the visit that tests it.',
    }),
  ],
};
