import type { Part } from '../clause';
import {
  app,
  archivePage,
  ataPage,
  authPages,
  blueprintsPage,
  cardPage,
  elevatePage,
  elevatePages,
  inboxPage,
  marketingPages,
  navigation,
  omletPage,
  pageMeta,
  playbookPage,
  playbooksPage,
  practicePage,
  returnPath,
  routes,
  signInPage,
  signUpPage,
} from '../files';

const SHOWN = 'shows the page of … with its metadata';
const shown = (...paths: string[]) => routes(...paths.map((path) => `${path} shows the page of`));
const OWN_META = '… a title with the brand, a description and keywords of its own';
const MARKETING = marketingPages('every route that the specification gives to marketing is declared');
const ELEVATE = elevatePages('the routes keep the contract of remotes');
const AUTH = authPages('the routes keep the contract of remotes');

export const pages: Part = {
  section: 2,
  title: 'What every page does',
  clauses: [
    {
      id: 'pages.title',
      says: "Every page sets a title of the form '{title} | {brand}', a description and keywords.",
      quotes: ["Every page sets a title of the form '{title} | {brand}', a description and keywords"],
      tests: [...routes(SHOWN), ...marketingPages(OWN_META), ...elevatePages(OWN_META), ...authPages(OWN_META)],
    },
    {
      id: 'pages.defaults',
      says: 'Description and keywords have defaults for a page that gives none.',
      quotes: ['with defaults when none is given.'],
      tests: pageMeta('what a page does not say comes from the site'),
    },
    {
      id: 'pages.scroll-top',
      says: 'On route change the page scrolls to the top; with Back and Forward, by our reading, to where it was left.',
      quotes: ['On route change the page scrolls to the top'],
      tests: navigation('begins at its top', 'Back and Forward return to where'),
    },
    {
      id: 'pages.scroll-anchor',
      says: 'On route change to an address with a hash the page scrolls to the anchor.',
      quotes: ['or to the anchor if the address has a hash.'],
      tests: navigation('with an anchor goes to that place of the page', 'opens at its place …'),
    },
  ],
};

export const routeTable: Part = {
  section: 2,
  title: 'The route table',
  clauses: [
    { id: 'routes.home', says: "'/' is the home page.", quotes: ['| / | Home |'], tests: [...shown('/'), ...MARKETING] },
    {
      id: 'routes.archive',
      says: "'/archive' is the archive of past programmes.",
      quotes: ['| /archive | Archive of past programmes |'],
      tests: [...shown('/archive'), ...MARKETING],
    },
    {
      id: 'routes.archive-type',
      says: "'/games/{game?}/{page?}', '/en/{section1?}/{section2?}/{section3?}', '/products/{section1?}/{section2?}', '/tumor-analysis-software' and '/data-analysis', each also with .htm and .html, show the same archive-type page.",
      quotes: [
        '| /games/{game?}/{page?}, /en/{section1?}/{section2?}/{section3?}, /products/{section1?}/{section2?}, /tumor-analysis-software, /data-analysis (each also with .htm and .html) | Show the same archive-type page |',
      ],
      tests: [
        ...routes('and all below it show the archive…', 'takes over without a word …'),
        ...MARKETING,
        ...archivePage('canonical page'),
      ],
    },
    {
      id: 'routes.practice',
      says: "'/practice' is the practice page: focus, mission, themes, vision.",
      quotes: ['| /practice | Practice (focus, mission, themes, vision).'],
      tests: [...shown('/practice'), ...practicePage('has the anchor #… at its')],
    },
    {
      id: 'routes.about',
      says: "'/about' redirects to '/practice'.",
      quotes: ['/about redirects here |'],
      tests: [...MARKETING, ...routes('/about leads to /practice for good')],
    },
    {
      id: 'routes.ata',
      says: "'/ata' is the page of technology acquisitions.",
      quotes: ['| /ata | Technology acquisitions.'],
      tests: [...shown('/ata'), ...ataPage('offers …')],
    },
    {
      id: 'routes.consulting',
      says: "'/consulting' redirects to '/ata'.",
      quotes: ['/consulting redirects here |'],
      tests: [...MARKETING, ...routes('/consulting leads to /ata for good')],
    },
    {
      id: 'routes.playbooks',
      says: "'/playbooks' is the playbooks overview: ground rules.",
      quotes: ['| /playbooks | Playbooks overview (ground rules) |'],
      tests: [...shown('/playbooks'), ...ELEVATE, ...playbooksPage('opens on Overview')],
    },
    {
      id: 'routes.draft',
      says: "'/draft' is the draft page.",
      quotes: ['| /draft | Draft page |'],
      tests: [...shown('/draft'), ...ELEVATE],
    },
    {
      id: 'routes.blueprints',
      says: "'/blueprints' is the page of startup blueprints.",
      quotes: ['| /blueprints | Startup blueprints.'],
      tests: [...shown('/blueprints'), ...blueprintsPage('stands at #… and leads to')],
    },
    {
      id: 'routes.workshops',
      says: "'/workshops' redirects to '/blueprints'.",
      quotes: ['/workshops redirects here |'],
      tests: [...MARKETING, ...routes('/workshops leads to /blueprints for good')],
    },
    {
      id: 'routes.contact',
      says: "'/contact' is the contact page.",
      quotes: ['| /contact | Contact |'],
      tests: [...shown('/contact'), ...MARKETING],
    },
    {
      id: 'routes.legal',
      says: "'/privacy' and '/terms' are static legal text.",
      quotes: ['| /privacy, /terms | Static legal text, last updated 11/5/2025 |'],
      tests: [...shown('/privacy', '/terms'), ...MARKETING],
    },
    {
      id: 'routes.elevate',
      says: "'/elevate' is the Elevate landing page.",
      quotes: ['| /elevate | Elevate landing page |'],
      tests: [...shown('/elevate'), ...ELEVATE],
    },
    {
      id: 'routes.signin',
      says: "'/signin' and '/signin/{target}' are the sign-in page.",
      quotes: ['| /signin and /signin/{target} | Sign in |'],
      tests: [...shown('/signin'), ...routes('/signin/{target} is the sign-in page'), ...AUTH],
    },
    {
      id: 'routes.signup',
      says: "'/signup' and '/signup/{target}' are the sign-up page; links use '/signup/elevate-1', '-2' and '-3'.",
      quotes: ['| /signup and /signup/{target} | Sign up. Links also use /signup/elevate-1, /signup/elevate-2 and /signup/elevate-3 |'],
      tests: [
        ...shown('/signup'),
        ...routes('/signup/elevate-… names the programme'),
        ...AUTH,
        ...elevatePage('with Sign up to … and Learn more to'),
        ...signUpPage('names the programme and remembers it'),
      ],
    },
    {
      id: 'routes.card',
      says: "'/card' is profile and card.",
      quotes: ['| /card | Profile and card |'],
      tests: [...shown('/card'), ...ELEVATE, ...cardPage('signed out ›')],
    },
    {
      id: 'routes.omlet',
      says: "'/Demo' is the O.M.L.E.T. page, and another address than '/demo'.",
      quotes: ['| /Demo | O.M.L.E.T. demo page |'],
      tests: [...routes('addresses are case-sensitive'), ...omletPage('explains O.M.L.E.T.')],
    },
    {
      id: 'routes.intro',
      says: "'/intro/{lead?}' and '/demo/{lead?}' are the same contact form.",
      quotes: ['| /intro/{lead?} and /demo/{lead?} | Same contact/intro form page |'],
      tests: [...routes("preselects the interest '…'"), ...MARKETING],
    },
    {
      id: 'routes.playbook',
      says: "'/playbook/{id?}' shows playbook details; without an id it leads to the draft page.",
      quotes: ['| /playbook/{id?} | Playbook details |'],
      tests: [...ELEVATE, ...playbookPage('show a player the name', 'without an id lead to the draft page')],
    },
    {
      id: 'routes.inbox',
      says: "'/inbox' is the inbox.",
      quotes: ['| /inbox | Inbox |'],
      tests: [...shown('/inbox'), ...ELEVATE, ...inboxPage('the inbox says')],
    },
    {
      id: 'routes.signout',
      says: "'/signout' is the sign-out confirmation.",
      quotes: ['| /signout | Sign-out confirmation |'],
      tests: [...shown('/signout'), ...AUTH],
    },
    {
      id: 'routes.not-found',
      says: 'Any other path shows the 404 page.',
      quotes: ['| any other path | 404 page |'],
      tests: [...routes('is answered with the 404 page …'), ...app('an unknown page is not available')],
    },
    {
      id: 'routes.topics',
      says: 'Links lead to the intro topics elevate, ata-alt, ata-flip, ata-saas, blueprints-1, blueprints-2, blueprints-3, produce and sponsor.',
      quotes: [
        'Intro topics seen in links: elevate, ata-alt, ata-flip, ata-saas, blueprints-1, blueprints-2, blueprints-3, produce, sponsor.',
      ],
      tests: [
        ...omletPage('leads to sign-up and to the intro form'),
        ...ataPage('a quote link to …'),
        ...blueprintsPage('stands at #… and leads to'),
        ...playbooksPage('leads from … to its intro form'),
      ],
    },
    {
      id: 'routes.signin-target',
      says: 'The optional target of the sign-in page defaults to the card.',
      quotes: ['(/signin, optional target, default card)'],
      tests: [...returnPath('without a target leads to the card'), ...signInPage('leads whoever is signed in from …')],
    },
  ],
};
