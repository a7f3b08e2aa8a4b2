import type { Part } from '../clause';
import { ataPage, blueprintsPage, draftPage, elevatePage, homePage, omletPage, playbookState, practicePage } from '../files';

export const offers: Part = {
  section: 1,
  title: 'Audiences and offers',
  clauses: [
    {
      id: 'offers.audiences',
      says: 'The site speaks to founders and startups, executives and enterprises, venture firms, experienced engineers and recruiters.',
      quotes: [
        'Audiences: founders, startups, technology and business executives, enterprises, venture firms, experienced software engineers (called players) and recruiters.',
      ],
      tests: homePage('shows every audience of the practice'),
    },
    {
      id: 'offers.draft',
      says: 'Draft lists public demos and playbooks.',
      quotes: ['Draft: team formation. It lists public demos and playbooks.'],
      tests: draftPage('the demos column › shows name', 'an available playbook › shows name'),
    },
    {
      id: 'offers.player',
      says: 'Player: demo your skills, get scored and ranked among peers, and interview with teams that value you.',
      quotes: ['Player: demo your skills, get scored and ranked among peers, and interview with teams that value you.'],
      tests: elevatePage('says what Play is about'),
    },
    {
      id: 'offers.trainer',
      says: 'Trainer: use your demos to train other groups and learn the craft better.',
      quotes: ['Trainer: use your demos to train other groups and learn the craft better.'],
      tests: elevatePage('says what Train is about'),
    },
    {
      id: 'offers.coach',
      says: 'Spearhead/Coach: lead startup-style ideas and build a learning environment.',
      quotes: ['Spearhead/Coach: lead startup-style ideas and build a learning environment.'],
      tests: elevatePage('says what Spearhead. Coach is about'),
    },
    {
      id: 'offers.interests',
      says: 'The three tiers are programme interests, not permissions: what a player may read follows from rank and subscription alone.',
      quotes: [
        'Elevate: a career-growth and interview-practice programme for experienced software professionals. It has three tiers, which are programme interests and not permissions:',
      ],
      tests: [...elevatePage('are no permissions'), ...playbookState('is locked, evaluating or available')],
    },
    {
      id: 'offers.blueprints',
      says: 'Workshops and startup blueprints are offered in three tiers.',
      quotes: ['a venture-studio offer and', 'Workshops and startup blueprints (a venture-studio offer with three tiers).'],
      tests: [...blueprintsPage('stands at #… and leads to'), ...homePage('to the workshops')],
    },
    {
      id: 'offers.ata',
      says: 'ATA offers technology acquisitions.',
      quotes: ['ATA: technology acquisitions.'],
      tests: ataPage('with a Learn more anchor …'),
    },
    {
      id: 'offers.practice',
      says: 'The practice has an overview: focus, mission, themes, vision.',
      quotes: ['Practice overview.'],
      tests: practicePage('has the anchor #… at its'),
    },
    {
      id: 'offers.omlet',
      says: 'A contained demo engagement called O.M.L.E.T. is explained on its own page.',
      quotes: ['A contained demo engagement called O.M.L.E.T., explained on its own page.'],
      tests: omletPage('explains O.M.L.E.T.'),
    },
  ],
};
