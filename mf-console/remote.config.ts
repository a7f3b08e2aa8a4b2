import { defineRemote } from '@site/contracts/remote-config';

export default defineRemote({
  name: 'mf-console',
  team: 'platform',
  routes: [
    { path: '/console', page: './overview/overview-page', title: 'Overview', access: 'granted' },
    { path: '/console/promote', page: './promote/promote-page', title: 'Promote', access: 'granted' },
    { path: '/console/switches', page: './switches/switches-page', title: 'Locks and switches', access: 'granted' },
    { path: '/console/history', page: './history/history-page', title: 'History', access: 'granted' },
    { path: '/console/part/:name', page: './part/part-page', title: 'Part', access: 'granted' },
    { path: '/console/plans', page: './plans/plans-page', title: 'Plans', access: 'granted' },
    { path: '/console/proposals', page: './proposals/proposals-page', title: 'Proposals', access: 'granted' },
    { path: '/console/previews', page: './previews/previews-page', title: 'Previews', access: 'granted' },
    { path: '/console/environments', page: './environments/environments-page', title: 'Environments', access: 'granted' },
    { path: '/console/people', page: './people/people-page', title: 'Teams and grants', access: 'granted' },
    { path: '/console/webhooks', page: './webhooks/webhooks-page', title: 'Webhooks', access: 'granted' },
    { path: '/console/webhooks/:name', page: './webhooks/webhook-page', title: 'Webhook', access: 'granted' },
    { path: '/console/audit', page: './audit/audit-page', title: 'Audit', access: 'granted' },
    { path: '/console/tokens', page: './tokens/tokens-page', title: 'Tokens', access: 'granted' },
  ],
});
