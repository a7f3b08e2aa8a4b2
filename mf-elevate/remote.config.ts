import { defineRemote } from '@site/contracts/remote-config';
import * as paths from '@site/contracts/paths';

export default defineRemote({
  name: 'mf-elevate',
  team: 'elevate',
  routes: [
    { path: paths.elevate, page: './elevate/elevate-page', title: 'Elevate - 1, 2, 3', access: 'public' },
    { path: paths.omlet, page: './omlet/omlet-page', title: 'O.M.L.E.T.', access: 'public' },
    { path: paths.playbooks, page: './playbooks/playbooks-page', title: 'Ground rules', access: 'public' },
    { path: paths.draft, page: './draft/draft-page', title: 'Draft', access: 'public' },
    { path: paths.playbookRoute, page: './playbook/playbook-page', title: 'Playbook', access: 'public' },
    { path: paths.card, page: './card/card-page', title: 'Card', access: 'member' },
    { path: paths.inbox, page: './inbox/inbox-page', title: 'Inbox', access: 'member' },
  ],
});
