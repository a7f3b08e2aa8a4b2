import { analyticsTag, apiAccess, apiPhoto, documents, session, sessionSlice } from '../../files';
import {
  apiLogs,
  apiPrivacy,
  deskWrite,
  http,
  identityLogs,
  outbox,
  proxy,
  proxyCache,
  rectification,
  registryNotLive,
  retention,
  securityLog,
} from '../files';
import { testsOf } from '../../clause';
import { type Chapter, of } from '../requirement';

const documented = of('V14.1');
const general = of('V14.2');
const client = of('V14.3');
const withoutBackend = testsOf('tests/e2e/without-backend.test.ts');

export const dataProtection: Chapter = {
  title: 'V14 Data protection',
  requirements: [
    documented(1, 2, 'Sensitive data are known and put into classes.', { read: ['docs/security.md'] }),
    documented(2, 2, 'Each class has rules of protection.', {
      how: 'Periods of what is written down by itself are in one table, which the code reads; what goes with its purpose is named beside it.',
      tests: retention('is what the page about it says'),
      read: ['docs/security.md', 'docs/runbooks/personal-data.md'],
    }),
    general(1, 1, 'Nothing sensitive stands in addresses.', {
      tests: [
        ...proxy('logs which page was asked for, and nothing that only the visitor may know'),
        ...http('have the declared route, and neither the query nor the visitor'),
      ],
      open: 'The link to unsubscribe and those of previews are secrets in addresses, by design, and are in no log. The code of a sign-in comes back in the query, as OAuth has it.',
    }),
    general(2, 2, 'Servers on the way keep no sensitive data.', {
      tests: [...apiAccess('keeps private answers out of shared caches'), ...proxyCache('has no answer that sets a cookie')],
    }),
    general(3, 2, 'Nobody else is sent sensitive data.', {
      how: 'The analytics tag loads with consent alone, and is none by default.',
      tests: [
        ...analyticsTag('load the analytics tag, after consent where they ask for it'),
        ...withoutBackend("answered with 'No, thanks' from the keyboard does not load the tag"),
      ],
    }),
    general(4, 2, 'The rules of each class are kept.', {
      tests: [
        ...apiLogs('in every route', 'in the workers'),
        ...identityLogs('neither a person nor a secret › in every route'),
        ...outbox('is forgotten once it is sent'),
        ...apiPrivacy('erases the account with everything in it', 'is repeated when a backup from before it is restored'),
        ...deskWrite('about a member who is erased says no more about whom, or what'),
        ...rectification('name, phone and location has them in the account and in the product'),
        ...securityLog(
          'is kept for as long as the table of retention says',
          'keeps no password, no code and no whole address of the network',
        ),
        ...apiPhoto('turns the picture upright and strips what the camera wrote into it'),
      ],
    }),
    client(1, 1, 'What a member saw is gone from the browser after the sign-out.', {
      tests: [...sessionSlice('forgets the member at sign-out'), ...session('is over once another tab has signed out')],
      open: 'The drafts of the two public forms and of a demo stay in the tab, until they are sent or it is closed.',
    }),
    client(2, 2, 'Browsers do not keep sensitive answers.', {
      tests: [
        ...apiAccess('keeps private answers out of shared caches'),
        ...registryNotLive('is kept by no browser that reads it for somebody'),
      ],
    }),
    client(3, 2, 'Storage of the browser has no sensitive data but tokens.', {
      tests: [
        ...testsOf('shared/session/src/identity-library-calls.test.ts')('a session is kept with its tokens'),
        ...documents('the runtime parameters are never used without asking, and hold no secret'),
      ],
      open: 'The drafts of the two public forms are in sessionStorage: name, address, telephone and message; and that of a demo.',
    }),
  ],
};
