import { type AppError, defineErrors } from '@site/platform/errors';
import type { Refusal } from '@site/release-model/refusal';

export const registryError = defineErrors({
  'release-archive-invalid': { status: 400, message: 'The archive of the release is not valid.' },
  'release-invalid': { status: 422, message: 'The release does not match its descriptor.' },
  'release-too-large': { status: 413, message: 'The release is larger than allowed.' },
  'contract-not-supported': { status: 422, message: 'The release was built for another version of the contract between shell and remote.' },
  'team-mismatch': { status: 403, message: 'This remote belongs to another team.' },
  'version-taken': { status: 409, message: 'This version was published before with another descriptor or other files.' },
  'hashed-file-conflict': { status: 409, message: 'A file with a content hash in its name was published before with other contents.' },
  'publication-in-progress': { status: 409, message: 'Other contents are being published under this version at the moment.' },
  'remote-not-found': { status: 404, message: 'Nothing was published under this name.' },
  'release-not-found': { status: 404, message: 'This version was not published.' },
  'environment-not-found': { status: 404, message: 'There is no such environment.' },
  'revision-not-found': { status: 404, message: 'There is no such revision.' },
  'no-revision': { status: 404, message: 'Nothing is live in this environment yet.' },
  'revision-conflict': { status: 409, message: 'Somebody else changed what is live in the meantime.' },
  'environment-locked': { status: 423, message: 'Somebody has locked this environment.' },
  'release-incomplete': { status: 409, message: 'Files of the release are not in the store.' },
  'release-yanked': { status: 409, message: 'The release was yanked and is not made live.' },
  'release-live': { status: 409, message: 'The release is live.' },
  'part-not-live': { status: 409, message: 'The part is not live.' },
  'candidate-not-live': { status: 409, message: 'There is no candidate of the part.' },
  'just-rolled-back': { status: 409, message: 'Somebody else has just rolled back.' },
  'nothing-changes': { status: 409, message: 'All of this is live already.' },
  'nothing-to-roll-back': { status: 409, message: 'There is no earlier revision to return to.' },
  'cohort-divided': { status: 409, message: 'The same visitors get candidates of other parts.' },
  'shell-missing': { status: 422, message: 'What is live needs a shell.' },
  'token-name-taken': { status: 409, message: 'Another valid token has this name.' },
  'token-not-found': { status: 404, message: 'There is no such token.' },
  'path-owned-twice': { status: 422, message: 'Two releases declare the same path.' },
  'shared-module-unmet': { status: 422, message: 'A remote needs a shared module that the shell does not provide.' },
  'preview-too-long': { status: 422, message: 'A preview of so many releases does not fit into a link.' },
});

export const errorOf = ({ code, message, details }: Refusal): AppError => registryError(code, { message, ...(details && { details }) });
