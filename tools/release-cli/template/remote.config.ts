import { defineRemote } from '@site/contracts/remote-config';

export default defineRemote({
  name: 'mf-example',
  team: 'team-of-example',
  routes: [{ path: '/example', page: './example/example-page', title: 'Example', access: 'public' }],
});
