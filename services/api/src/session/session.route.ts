import { sessionSchema } from '@site/contracts/api/session';
import { refusals } from '@site/platform/http';
import { callerOf } from '../access';
import type { ApiServer } from '../api-server';

export function sessionRoute(app: ApiServer): void {
  app.get(
    '/user/session',
    {
      config: { access: 'player' },
      schema: { summary: 'Who is signed in', tags: ['Player'], response: { 200: sessionSchema, ...refusals(401) } },
    },
    async (request) => {
      const { username, groups } = callerOf(request);
      return { username, groups };
    },
  );
}
