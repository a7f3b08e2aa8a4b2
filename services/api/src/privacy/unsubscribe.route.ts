import { refusals } from '@site/platform/http';
import { z } from 'zod';
import type { ApiServer, ApiServices } from '../api-server';
import { apiError } from '../errors';
import { sendPage } from '../html';
import { unsubscribePage } from './unsubscribe-page';
import { isUnsubscribeToken, unsubscribe } from './unsubscribe.repository';

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) });
const page = { content: { 'text/html': { schema: z.string() } } };

/** Unsubscribing by a link in a mail, and by one click in the mail program (RFC 8058). Needs no sign-in: the token says who it is. */
export function unsubscribeRoute(app: ApiServer, { database, config }: ApiServices): void {
  // The form's content says nothing that the address does not; it is accepted in both encodings of RFC 8058 and not read.
  app.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  );

  app.get(
    '/unsubscribe/:token',
    {
      config: { access: 'public' },
      schema: { summary: 'A page to unsubscribe from mails', tags: ['Privacy'], params, response: { 200: page, ...refusals(400, 404) } },
    },
    async (request, reply) => {
      if (!(await isUnsubscribeToken(database.db, request.params.token))) throw apiError('unsubscribe-unknown');
      return sendPage(reply, unsubscribePage(config, false));
    },
  );

  app.post(
    '/unsubscribe/:token',
    {
      config: { access: 'public' },
      schema: { summary: 'Unsubscribe from mails by one click', tags: ['Privacy'], params, response: { 200: page, ...refusals(400, 404) } },
    },
    async (request, reply) => {
      const { token } = request.params;
      if (!(await database.transaction((tx) => unsubscribe(tx, token)))) throw apiError('unsubscribe-unknown');
      return sendPage(reply, unsubscribePage(config, true));
    },
  );
}
