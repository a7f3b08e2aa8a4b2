import { followSchema, playerPlaybookSchema } from '@site/contracts/api/playbooks';
import { refusals } from '@site/platform/http';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { playbookState, playerReader } from '../domain/playbook-state';
import { apiError } from '../errors';
import { follow, keepPlaybook } from './playbook.repository';

export function followRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/playbooks/player',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Follow a playbook. Following it again changes the role only',
        tags: ['Player'],
        body: followSchema,
        response: { 200: playerPlaybookSchema, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const player = await currentMember(services, request);
      return services.database.transaction(async (tx) => {
        const playbook = await keepPlaybook(tx, request.body.playbook_id);
        if (!playbook?.isListed) throw apiError('playbook-not-found');
        const state = playbookState(playbook, playerReader(player));
        if (state !== 'available') throw apiError(`playbook-${state}`);
        return follow(tx, player.subject, request.body);
      });
    },
  );
}
