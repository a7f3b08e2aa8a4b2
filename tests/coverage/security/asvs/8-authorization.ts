import { apiAccess, apiProfile } from '../../files';
import { accessToken, deskMembers, people, tokens } from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V8.1');
const design = of('V8.2');
const operation = of('V8.3');
const other = of('V8.4');

export const authorization: Chapter = {
  title: 'V8 Authorization',
  requirements: [
    documented(1, 1, 'Documents say who may do what, and with which data.', {
      read: ['docs/security.md', 'docs/decisions/0015-people-and-grants.md'],
    }),
    documented(2, 2, 'Documents say which fields are for whom.', { read: ['docs/security.md', 'docs/spec-coverage.md'] }),
    design(1, 1, 'Functions are for those who were given them.', {
      tests: [
        ...apiAccess('says who may call it', 'refuses visitors and bad tokens with 401', 'of the desk refuses players with 403'),
        ...tokens('is on record with the name of the token › publish, and not promote'),
        ...people('may do what the grants allow and nothing else'),
        ...deskMembers('not of a group that one is not in, nor given one'),
      ],
    }),
    design(2, 1, 'Data are for those whom they belong to.', {
      tests: [
        ...apiAccess('answers 404 to everybody else, staff included', 'gives nothing of Ada to visitors or to Bob'),
        ...tokens('is on record with the name of the token › another part'),
      ],
    }),
    design(3, 2, 'Fields are for those who may read or write them.', {
      tests: [...apiProfile('what only staff may set is not taken'), ...apiAccess('gives nothing of Ada to visitors or to Bob')],
    }),
    operation(1, 1, 'Servers decide, not browsers.', {
      tests: apiAccess('refuses visitors and bad tokens with 401', 'of the desk refuses players with 403'),
    }),
    other(1, 2, 'No tenant reaches another one.', {
      how: 'Teams and environments of the registry are what comes closest to tenants.',
      tests: [
        ...tokens(
          'publish at the same time, each its own part and no other',
          'is on record with the name of the token › another environment',
        ),
        ...people('is for its role, its parts and its environments'),
        ...accessToken('for what a group allows'),
      ],
    }),
  ],
};
