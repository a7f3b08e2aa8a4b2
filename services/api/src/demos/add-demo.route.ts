import { demoCreationSchema, demoRefusalSchema, type PlayerDemo, playerDemoSchema } from '@site/contracts/api/demos';
import { idempotent } from '@site/platform/idempotency';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { demoScope } from '../domain/demo-scope';
import { apiError } from '../errors';
import { answerAsForm } from '../form-answers';
import { idempotencyKey } from '../forms';
import { addDemo, countDemosOf } from './demo.repository';

export function addDemoRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/demos/player',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Add a demo',
        tags: ['Player'],
        body: demoCreationSchema,
        response: {
          200: playerDemoSchema,
          400: demoRefusalSchema,
          401: demoRefusalSchema,
          404: demoRefusalSchema,
          409: demoRefusalSchema,
          422: demoRefusalSchema,
        },
      },
      errorHandler: answerAsForm({ url: 'URL', description: 'Description' }),
    },
    async (request) => {
      const { subject } = await currentMember(services, request);
      await services.limits.demos.consume(subject);
      const repeatable = { scope: demoScope(subject), key: idempotencyKey(request), body: request.body };
      const answer = await idempotent(services.database, repeatable, async (tx) => {
        if ((await countDemosOf(tx, subject)) >= services.config.DEMO_QUOTA) throw apiError('demo-quota-reached');
        const demo = await addDemo(tx, subject, request.body);
        if (!demo) throw apiError('demo-kind-not-found');
        return { status: 200, body: demo };
      });
      return answer.body as PlayerDemo;
    },
  );
}
