import type { Part } from '../clause';
import { archivePage, ataPage, blueprintsPage, contactPage, elevatePage, homePage, legalPages, navigation, playbooksPage } from '../files';

export const marketingScreens: Part = {
  section: 2,
  title: 'Home, Elevate, archive, ATA, playbooks, blueprints, contact, legal text',
  clauses: [
    {
      id: 'home.sections',
      says: 'The home page has marketing sections with images and buttons.',
      quotes: ['Marketing sections with images and buttons.'],
      tests: homePage('has a hero with a heading, a picture and buttons', 'from three sections with pictures'),
    },
    {
      id: 'home.features',
      says: 'Three feature sections link to the Elevate, Draft, workshops and ATA pages.',
      quotes: ['Three feature sections link to the Elevate, Draft, workshops and ATA pages.'],
      tests: homePage('leads to Elevate and Draft, to the workshops'),
    },
    {
      id: 'elevate.title',
      says: "The Elevate page is titled 'Elevate - 1, 2, 3', with a beta marker.",
      quotes: ['a members-only career-growth programme called Elevate (marked beta).', "Title 'Elevate - 1, 2, 3' with a beta marker."],
      tests: elevatePage("is titled 'Elevate - 1, 2, 3' with a beta marker"),
    },
    {
      id: 'elevate.cards',
      says: "Three cards, 'Play', 'Train' and 'Spearhead. Coach', each have a Sign up button to '/signup/elevate-1', '-2', '-3' and a Learn more in-page anchor to '#player', '#trainer', '#coach'.",
      quotes: [
        'Three cards (Play, Train, Spearhead. Coach), each with a Sign up button (to /signup/elevate-1, -2, -3) and a Learn more in-page anchor (#player, #trainer, #coach).',
      ],
      tests: elevatePage('with Sign up to … and Learn more to'),
    },
    {
      id: 'elevate.overview',
      says: 'It has an Overview section.',
      quotes: ['An Overview section.'],
      tests: elevatePage('has an overview that cites'),
    },
    {
      id: 'elevate.details',
      says: "Three detail cards: Player 'Elevate your interview', Trainer 'Elevate others, learn yourself', Spearhead. Coach 'Elevate startup experience'.",
      quotes: [
        "Three detail cards: Player 'Elevate your interview'; Trainer 'Elevate others, learn yourself'; Spearhead. Coach 'Elevate startup experience'.",
      ],
      tests: elevatePage('explains the … under #…'),
    },
    {
      id: 'elevate.how',
      says: "A section 'How does this program work?' at '#how' has the four steps and the tessera explanation.",
      quotes: ["A 'How does this program work?' section (#how) with the four steps and the tessera explanation"],
      tests: [...elevatePage('explains under #how the four steps', 'explains what a tessera is'), ...navigation('/elevate#how opens')],
    },
    { id: 'elevate.remarks', says: 'It has Remarks A to C.', quotes: ['and Remarks A to C.'], tests: elevatePage('has Remarks A to C') },
    {
      id: 'elevate.links',
      says: "It links to '/signup', to '/practice' as the 'vision' page, and in a new tab to a professional-network page.",
      quotes: ["Links to /signup and /practice (the 'vision' page). An external link to a professional-network page opens in a new tab."],
      tests: [...elevatePage('links to sign-up, to the vision'), ...navigation('to a new tab leaves this one where it is')],
    },
    {
      id: 'archive.list',
      says: 'The archive lists past programmes with external links and images.',
      quotes: ['A list of past programmes with external links and images.'],
      tests: archivePage('lists past programmes'),
    },
    {
      id: 'ata.offers',
      says: "ATA has three offers, each with a Request a quote link and a Learn more anchor: 'Alternative lab' (#lab), 'Flip a SaaS' (#flip), 'The Chassis' (#chassis).",
      quotes: [
        'Three offers, each with a Request a quote link and a Learn more anchor:',
        'Alternative lab (anchor lab)',
        'Flip a SaaS (anchor flip)',
        'The Chassis (anchor chassis)',
      ],
      tests: [...ataPage('with a Learn more anchor to …'), ...navigation('to an anchor of the same page scrolls there')],
    },
    {
      id: 'ata.quotes',
      says: "The quote links lead to '/intro/ata-alt', '/intro/ata-flip' and '/intro/ata-saas'.",
      quotes: ['The quote links lead to intro forms (topics ata-alt, ata-flip, ata-saas).'],
      tests: ataPage('a quote link to …'),
    },
    {
      id: 'playbooks.tabs',
      says: 'The playbooks overview has the tabs Overview, which is the default, Players, Producers and Sponsors.',
      quotes: ['A tabbed page with tabs Overview (default), Players, Producers and Sponsors.'],
      tests: playbooksPage('opens on Overview, with Players, Producers and Sponsors'),
    },
    {
      id: 'playbooks.intro',
      says: "Producers and Sponsors link to '/intro/produce' and '/intro/sponsor'.",
      quotes: ['Producers and Sponsors each link to an intro form (produce, sponsor).'],
      tests: playbooksPage('leads from … to its intro form'),
    },
    {
      id: 'blueprints.first',
      says: "'Startup blueprint' (#workshop1, to '/intro/blueprints-1') offers a workshop onboarding session and templates, with no interviewing, scouting or MVP build.",
      quotes: [
        'Startup blueprint (anchor workshop1), to /intro/blueprints-1. It offers a workshop onboarding session and templates, with no interviewing, scouting or MVP build.',
      ],
      tests: blueprintsPage('Startup blueprint stands at #workshop1', 'says what the first tier leaves out'),
    },
    {
      id: 'blueprints.second',
      says: "'Startup blueprint+' (#workshop2, to '/intro/blueprints-2') adds interviewing and onboarding while a team is raised.",
      quotes: ['Startup blueprint+ (workshop2), to /intro/blueprints-2. It adds interviewing and onboarding while a team is raised.'],
      tests: blueprintsPage('Startup blueprint+ stands at #workshop2', 'compares what each tier adds'),
    },
    {
      id: 'blueprints.third',
      says: "'Startup blueprint premium+' (#workshop3, to '/intro/blueprints-3') adds MVP build-out, scouting of core members and a technical co-founding option.",
      quotes: [
        'Startup blueprint premium+ (workshop3), to /intro/blueprints-3. It adds MVP build-out, scouting of core members and a technical co-founding option.',
      ],
      tests: blueprintsPage('Startup blueprint premium+ stands at #workshop3', 'compares what each tier adds'),
    },
    {
      id: 'blueprints.quotes',
      says: 'Each tier has a Request a quote link.',
      quotes: ['Three tiers, each with a Request a quote link:'],
      tests: blueprintsPage('stands at #… and leads to'),
    },
    {
      id: 'contact.ways',
      says: "The contact page has a mailing address, a link to '/intro' for a quote request, a contact e-mail and a phone number.",
      quotes: ['Mailing address, a link to /intro for a quote request, a contact e-mail ({email}), a phone number ({phone})'],
      tests: contactPage('tells every way to reach the practice'),
    },
    {
      id: 'contact.map',
      says: 'It has an embedded map: by our reading one that loads when it is asked for, because it tells another site who looks at the page.',
      quotes: ['and an embedded map.'],
      tests: [...contactPage('asks no other site for a map until'), ...navigation('the map of the contact page loads')],
    },
    {
      id: 'contact.badge',
      says: "It shows an Updated badge reading 'November 2025'.",
      quotes: ['It shows an Updated badge reading November 2025.'],
      tests: contactPage('tells every way to reach the practice'),
    },
    {
      id: 'legal.static',
      says: "Privacy policy and terms are static legal text, last updated '11/5/2025'.",
      quotes: ['Static legal text, last updated 11/5/2025', 'Static legal text.'],
      tests: legalPages('… is dated 11/5/2025', 'leads from its table of contents …'),
    },
  ],
};
