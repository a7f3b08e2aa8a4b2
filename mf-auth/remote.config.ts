import { defineRemote } from '@site/contracts/remote-config';
import * as paths from '@site/contracts/paths';

export default defineRemote({
  name: 'mf-auth',
  team: 'auth',
  routes: [
    { path: paths.signInRoute, page: './signin/signin-page', title: 'Sign in', access: 'public' },
    { path: paths.signUpRoute, page: './signup/signup-page', title: 'Sign up', access: 'public' },
    { path: paths.signOut, page: './signout/signout-page', title: 'Sign out', access: 'public' },
  ],
});
