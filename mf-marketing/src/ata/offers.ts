import * as paths from '@site/contracts/paths';
import chassis from './chassis.svg';
import flip from './flip.svg';
import lab from './lab.svg';

export interface Offer {
  /** Anchor of the details. */
  id: string;
  title: string;
  /** What it is, in one sentence. */
  summary: string;
  details: readonly string[];
  /** When it is the right offer. */
  fits: readonly string[];
  /** What helps us to answer a request. */
  tell: readonly string[];
  /** Intro form with the topic selected. */
  quote: string;
  picture: string;
  alt: string;
}

export const OFFERS: readonly Offer[] = [
  {
    id: 'lab',
    title: 'Alternative lab',
    summary: 'A second tech option, worked out beside the one you run today.',
    details: [
      'A product that stands on one technology has one way forward. An alternative lab looks at the same need from another side and works out a second option, while your present one goes on undisturbed.',
      'You end with a choice that you did not have before: stay, switch, or keep both and decide later.',
    ],
    fits: [
      'You depend on one technology and want something to turn to',
      'You want to try another approach away from the product that people use',
    ],
    tell: ['What you run today', 'What a second option would have to do', 'What would make you switch'],
    quote: paths.introAbout('ata-alt'),
    picture: lab,
    alt: 'Two laboratory flasks, a blue one and an amber one, filled with tiles.',
  },
  {
    id: 'flip',
    title: 'Flip a SaaS',
    summary: 'For a SaaS business that is ready to move from one pair of hands to another.',
    details: [
      'A software service can outgrow the plans of those who started it. To flip it means to pass on a business that works: the software, the way it is run, and the knowledge of both.',
      'We look at the technology side of the move: what is there, what has to be put in order first, and how the next owner takes over.',
    ],
    fits: ['You own a SaaS business and think of passing it on', 'You look at a SaaS business and want to know what you would take over'],
    tell: ['What the service does and for whom', 'How it is built and run', 'Which side of the move you are on'],
    quote: paths.introAbout('ata-flip'),
    picture: flip,
    alt: 'A wall of light tiles turns over into a wall of dark ones; two arrows show the way.',
  },
  {
    id: 'chassis',
    title: 'The Chassis',
    summary: 'SaaS acquisition: start from a service that already runs, and build your own on top.',
    details: [
      'Every service needs a frame before it can carry anything of its own. The Chassis is the acquisition of a SaaS as that frame, so that your effort goes into what makes your product different.',
      'We look for the fit between the frame and the load: what the acquired software carries already, what has to be changed, and what is yours to build.',
    ],
    fits: [
      'You have a product in mind and would rather acquire its base than begin with an empty sheet',
      'You want to add a service to the ones that you own',
    ],
    tell: ['What your product should carry', 'Which parts you want to build yourself', 'What the frame must never get in the way of'],
    quote: paths.introAbout('ata-saas'),
    picture: chassis,
    alt: 'A lorry chassis, half loaded with tiles; dashed outlines show where more will go.',
  },
];
