import { demoRefusalSchema, demoUpdateSchema, playerDemoSchema } from '@site/contracts/api/demos';
import { idParamsSchema } from '@site/contracts/api/text';
import { callerOf } from '../access';
import type { ApiServer, ApiServices } from '../api-server';
import { apiError } from '../errors';
import { answerAsForm, formError } from '../form-answers';
import { saveDemo } from './demo.repository';

export function saveDemoRoute(app: ApiServer, { database }: ApiServices): void {
  app.put(
    '/demos/player/:id',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Change a demo',
        tags: ['Player'],
        params: idParamsSchema,
        body: demoUpdateSchema,
        response: { 200: playerDemoSchema, 400: demoRefusalSchema, 401: demoRefusalSchema, 404: demoRefusalSchema },
      },
      errorHandler: answerAsForm({ url: 'URL', description: 'Description' }),
    },
    async (request) => {
      const id = Number(request.params.id);
      if (request.body.id !== undefined && request.body.id !== id) throw formError({}, ['The demo of the address is another one']);
      const demo = await saveDemo(database.db, callerOf(request).subject, id, request.body);
      if (!demo) throw apiError('demo-not-found');
      return demo;
    },
  );
}
