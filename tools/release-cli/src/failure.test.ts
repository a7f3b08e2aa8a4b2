import { expect, it } from '@jest/globals';
import { EXIT, exitCodeOf } from './failure';

it.each([
  [EXIT.conflict, 'a lock', 423, 'environment-locked'],
  [EXIT.conflict, 'a version that is taken', 409, 'version-taken'],
  [EXIT.conflict, 'a yanked release', 409, 'release-yanked'],
  [EXIT.conflict, 'a plan in the way', 409, 'part-has-plan'],
  [EXIT.conflict, 'somebody who was faster', 409, 'revision-conflict'],
  [EXIT.refused, 'a request that is not valid', 400, 'invalid-request'],
  [EXIT.refused, 'a gate', 422, 'links-broken'],
  [EXIT.refused, 'approval that is needed', 403, 'approval-needed'],
  [EXIT.refused, 'a freeze', 423, 'environment-frozen'],
  [EXIT.refused, 'a reason that is needed', 422, 'reason-needed'],
  [EXIT.refused, 'a rehearsal that is needed', 422, 'rehearsal-needed'],
  [EXIT.unauthorized, 'a token that does not allow it', 403, 'forbidden'],
])('the exit code is %d, as the README says, for %s', (exitCode, _what, status, code) => {
  expect(exitCodeOf(status, code)).toBe(exitCode);
});
