import { photoAnswerSchema, photoUploadSchema } from '@site/contracts/api/photo';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { photoUrls } from '../domain/profile-view';
import { apiError } from '../errors';
import { deletePictures, newPhotoKey, storePictures } from './photo-files';
import { announcePhoto, forgetPhoto, replacePhoto } from './photo.repository';
import { makePictures } from './picture';

const BODY_LIMIT = 7_000_000;
const REPLACED = ['Your earlier photo may still be shown for a few minutes'];

export function savePhotoRoute(app: ApiServer, services: ApiServices): void {
  const { database, storage, limits, basePath, logger } = services;
  app.put(
    '/user/profile/photo',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'player' },
      schema: {
        summary: 'Set the profile photo, a png or jpeg picture',
        tags: ['Player'],
        body: photoUploadSchema,
        response: { 200: photoAnswerSchema, ...refusals(400, 401, 413) },
      },
    },
    async (request) => {
      const { subject } = await currentMember(services, request);
      await limits.photos.consume(subject);
      const pictures = await makePictures(request.body);
      const key = newPhotoKey();
      await announcePhoto(database.db, key);
      await storePictures(storage, key, pictures);
      const before = await database.transaction((tx) => replacePhoto(tx, subject, key));
      if (before === undefined) throw apiError('account-unknown');
      if (before === null) return photoUrls(basePath, key);
      // The new photo stands whether or not the old files can be removed. Housekeeping comes back to them.
      await deletePictures(storage, before)
        .then(() => forgetPhoto(database.db, before))
        .catch((err: unknown) => logger.warn({ err }, 'an old photo could not be removed'));
      return { ...photoUrls(basePath, key), notices: REPLACED };
    },
  );
}
