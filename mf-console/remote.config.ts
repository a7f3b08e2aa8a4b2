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
    { path: '/console/audit', page: './audit/audit-page', title: 'Audit', access: 'granted' },
    { path: '/console/tokens', page: './tokens/tokens-page', title: 'Tokens', access: 'granted' },
    { path: '/console/desk', page: './desk-members/members-page', title: 'Members', access: 'granted' },
    { path: '/console/desk/member/:id', page: './desk-members/member-page', title: 'Member', access: 'granted' },
    { path: '/console/desk/signups', page: './desk-signups/signups-page', title: 'Sign-ups', access: 'granted' },
    { path: '/console/desk/messages', page: './desk-messages/messages-page', title: 'Messages', access: 'granted' },
    { path: '/console/desk/playbooks', page: './desk-playbooks/playbooks-page', title: 'Playbooks', access: 'granted' },
    { path: '/console/desk/demos', page: './desk-demos/demos-page', title: 'Demos', access: 'granted' },
    { path: '/console/desk/projects', page: './desk-projects/projects-page', title: 'Projects', access: 'granted' },
    { path: '/console/desk/groups', page: './desk-groups/groups-page', title: 'Peer groups', access: 'granted' },
    { path: '/console/desk/mails', page: './desk-mails/mails-page', title: 'Mails', access: 'granted' },
    { path: '/console/desk/erasures', page: './desk-erasures/erasures-page', title: 'Erasures', access: 'granted' },
    { path: '/console/desk/events', page: './desk-events/events-page', title: 'Events', access: 'granted' },
  ],
});
