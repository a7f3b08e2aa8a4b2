/** The files of tests that clauses refer to. */
import { testsOf } from './clause';

const auth = (file: string) => testsOf(`mf-auth/src/${file}`);
const elevate = (file: string) => testsOf(`mf-elevate/src/${file}`);
const marketing = (file: string) => testsOf(`mf-marketing/src/${file}`);
const shared = (file: string) => testsOf(`shared/${file}`);
const api = (file: string) => testsOf(`services/api/src/${file}`);
const identity = (file: string) => testsOf(`services/identity/src/${file}`);
const browser = (file: string) => testsOf(`tests/e2e/${file}`);

export const authPages = auth('auth-pages.test.tsx');
export const returnPath = auth('return-path.test.ts');
export const signInPage = auth('signin/signin-page.test.tsx');
export const signOutPage = auth('signout/signout-page.test.tsx');
export const signUpPage = auth('signup/signup-page.test.tsx');
export const signUpToasts = auth('signup/signup-toasts.test.tsx');

export const elevatePages = elevate('elevate-pages.test.tsx');
export const elevateBackend = elevate('backend.test.ts');
export const mosaic = elevate('mosaic.test.tsx');
export const cardPage = elevate('card/card-page.test.tsx');
export const demoDialog = elevate('card/demos/demo-dialog.test.tsx');
export const photoDialog = elevate('card/identity/photo-dialog.test.tsx');
export const photoCrop = elevate('card/identity/photo-crop.test.ts');
export const draftPage = elevate('draft/draft-page.test.tsx');
export const elevatePage = elevate('elevate/elevate-page.test.tsx');
export const inboxPage = elevate('inbox/inbox-page.test.tsx');
export const omletPage = elevate('omlet/omlet-page.test.tsx');
export const playbookPage = elevate('playbook/playbook-page.test.tsx');
export const playbooksPage = elevate('playbooks/playbooks-page.test.tsx');

export const marketingPages = marketing('marketing-pages.test.tsx');
export const marketingOnServer = marketing('server-rendering.test.tsx');
export const archivePage = marketing('archive/archive-page.test.tsx');
export const ataPage = marketing('ata/ata-page.test.tsx');
export const blueprintsPage = marketing('blueprints/blueprints-page.test.tsx');
export const contactPage = marketing('contact/contact-page.test.tsx');
export const homePage = marketing('home/home-page.test.tsx');
export const introForm = marketing('intro/intro-form.test.tsx');
export const introToasts = marketing('intro/intro-toasts.test.tsx');
export const legalPages = marketing('legal/legal-pages.test.tsx');
export const practicePage = marketing('practice/practice-page.test.tsx');

export const app = testsOf('shell/src/layout/app.test.tsx');
export const analyticsTag = testsOf('shell/src/analytics/analytics-tag.test.tsx');

export const contracts = shared('contracts/src/api/contracts.test.ts');
export const entities = shared('contracts/src/api/entities.test.ts');
export const paramsContract = shared('contracts/src/params.test.ts');
export const apiCalls = shared('api-client/src/base-query.test.ts');
export const session = shared('session/src/auth.test.ts');
export const sessionSlice = shared('session/src/session.slice.test.ts');
export const adapter = shared('session/src/amplify-adapter.test.ts');
export const library = shared('session/src/identity-library.test.ts');
export const libraryCalls = shared('session/src/identity-library-calls.test.ts');
export const pageMeta = shared('ui/src/page-meta.test.tsx');
export const toaster = shared('ui/src/toast/toaster.test.tsx');
export const theme = shared('ui/src/theme/tokens.test.tsx');

export const apiAccess = api('access.test.ts');
export const apiContact = api('contact/contact.test.ts');
export const apiDemos = api('demos/demos.test.ts');
export const apiDesk = api('desk/desk.test.ts');
export const apiPhoto = api('photo/photo.test.ts');
export const apiPlaybooks = api('playbooks/playbooks.test.ts');
export const playbookState = api('domain/playbook-state.test.ts');
export const apiProfile = api('profile/profile.test.ts');
export const apiSignup = api('signup/signup.test.ts');
export const botCheck = api('bot-check/bot-check.test.ts');

export const cognito = identity('cognito/cognito.test.ts');
export const hostedSignIn = identity('hosted/sign-in.test.ts');
export const identityConfig = identity('config.test.ts');
export const passwordPolicy = identity('accounts/password-policy.test.ts');
export const oidc = identity('oidc/protocol.test.ts');
export const paramsFile = testsOf('services/registry/src/params/follow-params.test.ts');
export const serverConfig = testsOf('services/server/src/config.test.ts');

export const amplify = browser('identity/amplify.test.ts');
export const documents = browser('documents.test.ts');
export const faults = browser('faults.test.ts');
export const faultsAnywhere = browser('faults-anywhere.test.ts');
export const navigation = browser('navigation.test.ts');
export const routes = browser('routes.test.ts');
export const withoutBackend = browser('without-backend.test.ts');
export const memberCard = browser('member/card.test.ts');
export const memberForms = browser('member/forms.test.ts');
export const memberTrouble = browser('member/troubled.test.ts');
export const memberSession = browser('member/session.test.ts');
export const back = browser('member/back-from-provider.test.ts');
