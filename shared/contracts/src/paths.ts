/**
 * Every address of the site, once: remotes declare these as routes, and links, redirects and mails lead to them. Import it as a namespace,
 * `import * as paths from '@site/contracts/paths'`. What a bundle imports of it is what its release links to: each export therefore spells its
 * address out, and a file of this kind holds nothing but exports (`links-plugin.ts` of tools/build).
 */
import type { INTERESTS } from './api/contact';

export const home = '/';
export const practice = '/practice';
export const about = '/about';
export const ata = '/ata';
export const consulting = '/consulting';
export const blueprints = '/blueprints';
export const workshops = '/workshops';
export const contact = '/contact';
export const privacy = '/privacy';
export const terms = '/terms';
export const termsLaw = '/terms#law';

export const archive = '/archive';
/** Addresses of past programmes. Below the bare ones, a last segment that ends in .htm or .html is a parameter like any other. */
export const pastProgrammeRoutes = [
  '/games/:game?/:page?',
  '/games.htm',
  '/games.html',
  '/en/:section1?/:section2?/:section3?',
  '/en.htm',
  '/en.html',
  '/products/:section1?/:section2?',
  '/products.htm',
  '/products.html',
  '/tumor-analysis-software',
  '/tumor-analysis-software.htm',
  '/tumor-analysis-software.html',
  '/data-analysis',
  '/data-analysis.htm',
  '/data-analysis.html',
];

type IntroLead = (typeof INTERESTS)[number]['key'];

export const introRoute = '/intro/:lead?';
/** Another address of the same page. */
export const demoRoute = '/demo/:lead?';
export const intro = '/intro';
/** With the interest selected. */
export const introAbout = (lead: IntroLead) => `/intro/${lead}`;

export const elevate = '/elevate';
export const elevateSteps = '/elevate#how';
/** Not `/demo`, which is an intro. */
export const omlet = '/Demo';
export const playbooks = '/playbooks';
export const draft = '/draft';
export const draftPlaybooks = '/draft#playbooks';
export const playbookRoute = '/playbook/:id?';
export const playbook = (id: number) => `/playbook/${id}`;
export const card = '/card';
export const cardGoals = '/card#goals';
/** With the dialog open for a new demo of a kind. */
export const cardWithDemo = (kindId: number) => `/card?demo=${kindId}`;
export const inbox = '/inbox';

export const signInRoute = '/signin/:target?';
export const signIn = '/signin';
/** `target` is the page to come back to, an address of one segment without its slash. */
export const signInFor = (target: string) => `/signin/${target}`;
export const signUpRoute = '/signup/:target?';
export const signUp = '/signup';
/** With the programme of interest, 1 to 3. */
export const signUpForElevate = (programme: number) => `/signup/elevate-${programme}`;
export const signOut = '/signout';

export type ConsoleView =
  | 'promote'
  | 'switches'
  | 'history'
  | `part/${string}`
  | 'plans'
  | 'proposals'
  | 'previews'
  | 'environments'
  | 'people'
  | 'webhooks'
  | `webhooks/${string}`
  | 'audit'
  | 'tokens';
export type DeskView =
  `member/${string}` | 'signups' | 'messages' | 'playbooks' | 'demos' | 'projects' | 'groups' | 'mails' | 'erasures' | 'events';

export const consoleHome = '/console';
export const consoleView = (view: ConsoleView) => `/console/${view}`;
/** The members, which the desk opens with. */
export const deskHome = '/console/desk';
export const deskView = (view: DeskView) => `/console/desk/${view}`;
