import { faults, faultsAnywhere } from '../../files';
import { releases, tampered } from '../files';
import type { Chapter } from '../requirement';
import { row } from './row';

export const remotes: Chapter = {
  title: 'Remotes',
  requirements: [
    row(
      'remote-broken',
      'The entry or a chunk of a remote is missing, an HTML page, cut short, corrupt or of another hash: everything else works, nothing unverified runs, a release before or a panel takes the place, and the registry hears of it.',
      {
        tests: [
          ...faults('the entry of a remote is …', 'the page script of a remote is …', 'a beacon reaches the registry'),
          ...faultsAnywhere('scripts of a remote are …'),
          ...releases('the new version does not come › …'),
          ...tampered('a changed entry of a remote', 'a changed script of the shell'),
        ],
        seenRed: 'the release before, which a document names for each remote.',
        how: 'FAULT_RUNS says how often each fault is tried, on pages and at moments of chance: once in npm test, a hundred times before a release.',
      },
    ),
    row(
      'remote-slow',
      'A remote that is slow leaves the navigation alive behind a skeleton within 200 ms, and one that does not answer by eight seconds gives way to its fallback.',
      {
        tests: [
          ...faults('the entry of a remote is answered after …', 'the page script of a remote is answered after …'),
          ...faults('the entry of a remote is never answered', 'the page script of a remote is never answered'),
          ...releases('its entry is never answered: the version before it is shown by eight seconds'),
        ],
        seenRed: 'the release before, which a document names for each remote.',
        how: 'The 200 ms are counted in frames, of which the browser paints sixty a second.',
      },
    ),
  ],
};
