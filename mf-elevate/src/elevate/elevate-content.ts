import type { TesseraRank } from '../mosaic-pieces';
import playArt from './play.svg';
import spearheadArt from './spearhead.svg';
import trainArt from './train.svg';

export interface Tier {
  number: 1 | 2 | 3;
  /** In-page address of the tier's details. */
  anchor: string;
  /** What a person does in this tier. */
  verb: string;
  /** What a person is in this tier. */
  kind: string;
  summary: string;
  headline: string;
  description: string;
  points: string[];
  art: string;
  artAlt: string;
}

export const TIERS: Tier[] = [
  {
    number: 1,
    anchor: 'player',
    verb: 'Play',
    kind: 'Player',
    summary: 'Demo your skills, get scored and ranked among peers, and interview with teams that value you.',
    headline: 'Elevate your interview',
    description:
      'A player lets the work speak first. You demo what you are good at, peers score it, and an interview starts from what you have shown rather than from what you claim.',
    points: ['Demo your skills', 'Get scored and ranked among peers', 'Interview with teams that value you'],
    art: playArt,
    artAlt: 'A demo on a screen, next to three columns of which the tallest carries a star',
  },
  {
    number: 2,
    anchor: 'trainer',
    verb: 'Train',
    kind: 'Trainer',
    summary: 'Use your demos to train other groups, and learn the craft better yourself.',
    headline: 'Elevate others, learn yourself',
    description:
      'A demo that earned a good score has more to give. A trainer takes it to other groups. Whoever explains a craft has to look at it twice, and learns it better that way.',
    points: ['Train other groups with your own demos', 'Learn the craft better by teaching it', 'Sponsored or self-sponsored'],
    art: trainArt,
    artAlt: 'One person passes a puzzle piece on to a group of three',
  },
  {
    number: 3,
    anchor: 'coach',
    verb: 'Spearhead. Coach',
    kind: 'Spearhead. Coach',
    summary: 'Lead startup-style ideas and build a learning environment.',
    headline: 'Elevate startup experience',
    description:
      'Somebody has to go first. A spearhead leads an idea the way a startup would, a coach builds the environment in which a team learns from it. A playbook unites the strengths of both.',
    points: ['Lead startup-style ideas', 'Build a learning environment', 'Unite strengths into a team with a playbook'],
    art: spearheadArt,
    artAlt: 'A large arrowhead leads a formation of smaller ones',
  },
];

export interface Step {
  question: string;
  description: string;
  /** Pieces of the mosaic that are filled after the step. */
  rank: TesseraRank;
  tessera: string;
}

export const STEPS: Step[] = [
  {
    question: 'Who you are?',
    description: 'Establish your identity: make an initial card and set your goals.',
    rank: 1,
    tessera: 'First tessera',
  },
  {
    question: 'What is your sport?',
    description: 'Qualify for a league or peer group, or form one. It is founded on a skill, or on what a company demands.',
    rank: 2,
    tessera: 'Second tessera',
  },
  {
    question: 'What is your strength?',
    description: 'Peer feedback and constant scoring bring it out, and lead to the train mode, sponsored or self-sponsored.',
    rank: 3,
    tessera: 'Third tessera, Elevate 2',
  },
  {
    question: 'What is your vision?',
    description: 'A playbook turns it into a plan: it unites strengths into a team.',
    rank: 4,
    tessera: 'Fourth tessera, Elevate 3',
  },
];

export const FIGURES = [
  { value: '3', label: 'tiers: player, trainer, spearhead and coach' },
  { value: '4', label: 'guiding steps, each worth one tessera' },
  { value: '2-4', label: 'tesserae to gain: that is the quest' },
  { value: '99.999%', label: 'target availability' },
];
