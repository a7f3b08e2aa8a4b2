import { botActionSchema, botChallengeSchema } from '@site/contracts/api/bot-check';
import { refusals } from '@site/platform/http';
import { networkOf } from '@site/platform/network';
import { z } from 'zod';
import type { ApiServer, ApiServices } from '../api-server';
import { apiError } from '../errors';

export function challengeRoute(app: ApiServer, { botCheck, limits }: ApiServices): void {
  app.get(
    '/bot-check/challenge',
    {
      config: { access: 'public' },
      schema: {
        summary: 'A challenge of the bot check, to be solved before a form is sent',
        tags: ['Forms'],
        querystring: z.object({ action: botActionSchema }),
        response: { 200: botChallengeSchema, ...refusals(400, 404) },
      },
    },
    async (request) => {
      await limits.challenges.consume(networkOf(request.ip));
      const challenge = await botCheck.createChallenge(request.query.action);
      if (!challenge) throw apiError('bot-challenge-unavailable');
      return challenge;
    },
  );
}
