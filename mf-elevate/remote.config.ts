import { defineRemote } from '@site/contracts/remote-config';

export default defineRemote({
  name: 'mf-elevate',
  team: 'elevate',
  routes: [
    { path: '/elevate', page: './elevate/elevate-page', title: 'Elevate - 1, 2, 3', access: 'public' },
    { path: '/Demo', page: './omlet/omlet-page', title: 'O.M.L.E.T.', access: 'public' },
    { path: '/playbooks', page: './playbooks/playbooks-page', title: 'Ground rules', access: 'public' },
    { path: '/draft', page: './draft/draft-page', title: 'Draft', access: 'public' },
    { path: '/playbook/:id?', page: './playbook/playbook-page', title: 'Playbook', access: 'public' },
    { path: '/card', page: './card/card-page', title: 'Card', access: 'member' },
    { path: '/inbox', page: './inbox/inbox-page', title: 'Inbox', access: 'member' },
  ],
});
