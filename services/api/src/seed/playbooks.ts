/** Playbooks for development: archetypes for incentives, culture, projects and roles, in every state. */
import type { PlaybookInput } from '@site/contracts/api/desk';

const OPEN = { needs_subscription: false, needs_rank: false, is_listed: true };
const RANKED = { needs_subscription: false, needs_rank: true, is_listed: true };
const SUBSCRIBED = { needs_subscription: true, needs_rank: false, is_listed: true };
const BOTH = { needs_subscription: true, needs_rank: true, is_listed: true };

export const playbooks: PlaybookInput[] = [
  {
    name: 'The Open Bench',
    description_1: 'A standing table where engineers show one piece of work a week and take questions.',
    description_2: 'Culture: curiosity first, rank second. Incentive: every session ends with a written endorsement for the clearest demo.',
    description_3:
      'Roles rotate: one presenter, one timekeeper, one critic and as many listeners as the table seats. The project is the demo itself, brought back three weeks later with the criticism answered.',
    min_size: 4,
    max_size: 9,
    memberLevel: 'Player',
    ...OPEN,
  },
  {
    name: 'Interview Relay',
    description_1: 'Peers interview each other in turns, on real systems that they built, until the answers come without notes.',
    description_2: 'Incentive: the questions you write are scored too. Culture: a hard question is a gift, and it is answered with one.',
    description_3:
      'Each leg of the relay has an interviewer, a candidate and a scribe. The scribe keeps the scores that feed the ranking; after three legs the roles have gone round once.',
    min_size: 3,
    max_size: 3,
    memberLevel: 'Player',
    ...OPEN,
  },
  {
    name: 'Tenant Zero',
    description_1: 'A small team carries one multi-tenant service from an empty repository to its first tenant.',
    description_2:
      'Project: isolation, metering and a release path before any feature. Incentive: the team keeps what it builds as a shared demo.',
    description_3:
      'Roles: an owner of the tenant model, an owner of the pipeline, and two engineers who swap between features and on-call. The playbook ends when a second tenant is added without a code change.',
    min_size: 4,
    max_size: 5,
    memberLevel: 'Player',
    ...RANKED,
  },
  {
    name: 'Train the League',
    description_1: 'A trainer turns a demo into a course of four evenings for a peer group.',
    description_2:
      'Culture: nobody leaves an evening without having broken and repaired something. Incentive: feedback from peers is the third tessera.',
    description_3:
      'Roles: one trainer, one assistant who will train the next group, and a group founded on one skill. Each evening has a goal, a broken system and a debrief that the group writes itself.',
    min_size: 6,
    max_size: 12,
    memberLevel: 'Trainer',
    ...RANKED,
  },
  {
    name: 'Quiet Migration',
    description_1: 'Move a running service to another foundation while its users notice nothing.',
    description_2:
      'Project: double writes, shadow reads and a way back at every step. Incentive: the score counts the steps that were rolled back cleanly.',
    description_3:
      'Roles: a navigator who owns the order of steps, a driver for each step and a lookout who reads the graphs and may stop everything with one word.',
    min_size: 3,
    max_size: 6,
    memberLevel: 'Trainer',
    ...SUBSCRIBED,
  },
  {
    name: 'The Second Chair',
    description_1: 'A founder and an engineer share the technical lead of one product idea for a quarter.',
    description_2:
      'Culture: decisions are written before they are argued. Incentive: the engineer leaves with a vision that can be pitched.',
    description_3:
      'Roles: first chair for the market, second chair for the system, and a coach who reads the decision log and asks one question a week. The chairs swap for the last demo.',
    min_size: 2,
    max_size: 3,
    memberLevel: 'Spearhead. Coach',
    ...SUBSCRIBED,
  },
  {
    name: 'Blueprint Studio',
    description_1: 'A group takes one startup blueprint from a pitch to an onboarding session for its first team.',
    description_2: 'Project: the templates, the workshop and the rehearsal. Incentive: producers see the group at work before they commit.',
    description_3:
      'Roles: a spearhead who leads the idea, a producer who raises the team, and players who each own one template. The rehearsal is held in front of another peer group.',
    min_size: 5,
    max_size: 8,
    memberLevel: 'Spearhead. Coach',
    ...BOTH,
  },
  {
    name: 'Strengths into a Team',
    description_1: 'Four players with four different strengths build one thing that none of them could build alone.',
    description_2:
      'Culture: each strength is named aloud and relied upon. Incentive: the fourth tessera, for a playbook that unites strengths.',
    description_3:
      'Roles follow the strengths: one for data, one for interfaces, one for operations, one for the story. The team writes its own playbook at the end, and that playbook is the result.',
    min_size: 4,
    max_size: 4,
    memberLevel: 'Spearhead. Coach',
    ...BOTH,
  },
  {
    name: 'Harbour Watch',
    description_1: 'A peer group keeps one public demo running for a month and learns operations by doing them.',
    description_2: 'Incentive: a calm handover scores higher than a heroic repair. Culture: every alarm is either acted upon or deleted.',
    description_3:
      'Roles: a watch of two that changes every week, and a harbour master who owns the runbook. The month ends with a planned failure that nobody on watch was told about.',
    min_size: 4,
    max_size: 10,
    memberLevel: 'Player',
    ...OPEN,
  },
];
