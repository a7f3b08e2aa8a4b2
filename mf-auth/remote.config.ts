import { defineRemote } from '@site/contracts/remote-config';

export default defineRemote({
  name: 'mf-auth',
  team: 'auth',
  routes: [
    { path: '/signin/:target?', page: './signin/signin-page', title: 'Sign in', access: 'public' },
    { path: '/signup/:target?', page: './signup/signup-page', title: 'Sign up', access: 'public' },
    { path: '/signout', page: './signout/signout-page', title: 'Sign out', access: 'public' },
  ],
});
