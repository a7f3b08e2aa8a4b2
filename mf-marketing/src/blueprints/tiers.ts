import * as paths from '@site/contracts/paths';
import workshop1 from './workshop1.svg';
import workshop2 from './workshop2.svg';
import workshop3 from './workshop3.svg';

export interface Tier {
  /** Anchor of the tier. */
  id: string;
  title: string;
  summary: string;
  /** What this tier brings beyond the one before. */
  brings: readonly string[];
  /** What it leaves out, where that needs saying. */
  without?: string;
  quote: string;
  picture: string;
  alt: string;
}

export const TIERS: readonly Tier[] = [
  {
    id: 'workshop1',
    title: 'Startup blueprint',
    summary: 'A good beginning. You bring the idea; together we put it into a form that others can follow.',
    brings: ['A workshop onboarding session', 'Templates'],
    without: 'Without interviewing, scouting or MVP build.',
    quote: paths.introAbout('blueprints-1'),
    picture: workshop1,
    alt: 'A floor plan on a blue sheet with a pencil and the first two tiles.',
  },
  {
    id: 'workshop2',
    title: 'Startup blueprint+',
    summary: 'For founders who are raising a team. We stay with you while people come on board.',
    brings: ['Everything in Startup blueprint', 'Interviewing', 'Onboarding while a team is raised'],
    quote: paths.introAbout('blueprints-2'),
    picture: workshop2,
    alt: 'Four people below the plan; one of them is being interviewed.',
  },
  {
    id: 'workshop3',
    title: 'Startup blueprint premium+',
    summary: 'From the plan to something that runs, with the people who can take it further.',
    brings: ['Everything in Startup blueprint+', 'MVP build-out', 'Scouting of core members', 'A technical co-founding option'],
    quote: paths.introAbout('blueprints-3'),
    picture: workshop3,
    alt: 'A team beside the plan and a finished mosaic tower with a flag on top.',
  },
];

/** What is part of which tier: a row's number is the first tier that has it. */
export const COMPARISON: readonly { what: string; from: 1 | 2 | 3 }[] = [
  { what: 'Workshop onboarding session', from: 1 },
  { what: 'Templates', from: 1 },
  { what: 'Interviewing', from: 2 },
  { what: 'Onboarding while a team is raised', from: 2 },
  { what: 'MVP build-out', from: 3 },
  { what: 'Scouting of core members', from: 3 },
  { what: 'Technical co-founding option', from: 3 },
];
