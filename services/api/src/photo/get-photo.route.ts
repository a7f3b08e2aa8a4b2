import { refusals } from '@site/platform/http';
import { platformError } from '@site/platform/errors';
import { z } from 'zod';
import type { ApiServer, ApiServices } from '../api-server';
import { readingOrigins } from '../config';
import { readPicture } from './photo-files';

const params = z.object({ file: z.string().regex(/^[0-9a-f]{48}-(200|400)\.jpg$/) });

/** Public, because pictures are loaded without a token: their names cannot be guessed, and a replaced picture is gone. */
export function getPhotoRoute(app: ApiServer, { storage, config }: ApiServices): void {
  // A page asks for a picture without saying where it is from.
  const policy = readingOrigins(config).length > 0 ? 'cross-origin' : 'same-origin';
  app.get(
    '/photos/:file',
    {
      config: { access: 'public' },
      schema: {
        summary: 'A profile photo',
        tags: ['Player'],
        params,
        response: { 200: { content: { 'image/jpeg': { schema: z.any() } } }, ...refusals(400, 404) },
      },
    },
    async (request, reply) => {
      const [key = '', size = ''] = request.params.file.replace('.jpg', '').split('-');
      const picture = await readPicture(storage, key, size);
      if (!picture) throw platformError('not-found');
      return reply
        .header('cache-control', 'private, max-age=86400, immutable')
        .header('x-robots-tag', 'noindex')
        .header('cross-origin-resource-policy', policy)
        .type('image/jpeg')
        .send(picture);
    },
  );
}
