import * as paths from '@site/contracts/paths';
import cloud from './theme-cloud.svg';
import demo from './theme-demo.svg';
import exchange from './theme-exchange.svg';
import focus from './theme-focus.svg';
import people from './theme-people.svg';
import venture from './theme-venture.svg';

/** The subjects of the practice, each with the page that it leads to. */
export const THEMES = [
  {
    title: 'Cloud software',
    text: 'Software delivered as a service is where all our offers meet, from a first blueprint to an acquisition.',
    to: paths.contact,
    link: 'Talk to us',
    picture: cloud,
  },
  {
    title: 'Growth in the craft',
    text: 'Elevate lets experienced professionals practise interviews, be scored among peers, train others and lead.',
    to: paths.elevate,
    link: 'Elevate',
    picture: demo,
  },
  {
    title: 'Team formation',
    text: 'Draft lists public demos and playbooks, so that people and projects can find each other in the open.',
    to: paths.draft,
    link: 'Draft',
    picture: people,
  },
  {
    title: 'Venture studio',
    text: 'Workshops and startup blueprints take an idea as far as its founders want: to a plan, to a team, to an MVP.',
    to: paths.blueprints,
    link: 'Blueprints',
    picture: venture,
  },
  {
    title: 'Technology acquisitions',
    text: 'ATA prepares second options, helps a SaaS change hands, and treats a working service as a chassis to build on.',
    to: paths.ata,
    link: 'ATA',
    picture: exchange,
  },
  {
    title: 'Contained engagements',
    text: 'O.M.L.E.T. is a contained demo engagement. It has a page of its own that explains it.',
    to: paths.omlet,
    link: 'O.M.L.E.T.',
    picture: focus,
  },
] as const;
