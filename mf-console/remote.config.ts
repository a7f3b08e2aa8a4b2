import { defineRemote } from '@site/contracts/remote-config';
import * as paths from '@site/contracts/paths';

export default defineRemote({
  name: 'mf-console',
  team: 'platform',
  routes: [
    { path: paths.consoleHome, page: './overview/overview-page', title: 'Overview', access: 'granted' },
    { path: paths.consoleView('promote'), page: './promote/promote-page', title: 'Promote', access: 'granted' },
    { path: paths.consoleView('switches'), page: './switches/switches-page', title: 'Locks and switches', access: 'granted' },
    { path: paths.consoleView('history'), page: './history/history-page', title: 'History', access: 'granted' },
    { path: paths.consoleView('part/:name'), page: './part/part-page', title: 'Part', access: 'granted' },
    { path: paths.consoleView('plans'), page: './plans/plans-page', title: 'Plans', access: 'granted' },
    { path: paths.consoleView('proposals'), page: './proposals/proposals-page', title: 'Proposals', access: 'granted' },
    { path: paths.consoleView('previews'), page: './previews/previews-page', title: 'Previews', access: 'granted' },
    { path: paths.consoleView('environments'), page: './environments/environments-page', title: 'Environments', access: 'granted' },
    { path: paths.consoleView('people'), page: './people/people-page', title: 'Teams and grants', access: 'granted' },
    { path: paths.consoleView('webhooks'), page: './webhooks/webhooks-page', title: 'Webhooks', access: 'granted' },
    { path: paths.consoleView('webhooks/:name'), page: './webhooks/webhook-page', title: 'Webhook', access: 'granted' },
    { path: paths.consoleView('audit'), page: './audit/audit-page', title: 'Audit', access: 'granted' },
    { path: paths.consoleView('tokens'), page: './tokens/tokens-page', title: 'Tokens', access: 'granted' },
    { path: paths.deskHome, page: './desk-members/members-page', title: 'Members', access: 'granted' },
    { path: paths.deskView('member/:id'), page: './desk-members/member-page', title: 'Member', access: 'granted' },
    { path: paths.deskView('signups'), page: './desk-signups/signups-page', title: 'Sign-ups', access: 'granted' },
    { path: paths.deskView('messages'), page: './desk-messages/messages-page', title: 'Messages', access: 'granted' },
    { path: paths.deskView('playbooks'), page: './desk-playbooks/playbooks-page', title: 'Playbooks', access: 'granted' },
    { path: paths.deskView('demos'), page: './desk-demos/demos-page', title: 'Demos', access: 'granted' },
    { path: paths.deskView('projects'), page: './desk-projects/projects-page', title: 'Projects', access: 'granted' },
    { path: paths.deskView('groups'), page: './desk-groups/groups-page', title: 'Peer groups', access: 'granted' },
    { path: paths.deskView('mails'), page: './desk-mails/mails-page', title: 'Mails', access: 'granted' },
    { path: paths.deskView('erasures'), page: './desk-erasures/erasures-page', title: 'Erasures', access: 'granted' },
    { path: paths.deskView('events'), page: './desk-events/events-page', title: 'Events', access: 'granted' },
  ],
});
