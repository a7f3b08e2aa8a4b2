/** Demo kinds for development. All but the last two are offered publicly, under the id of their kind. */
import type { DemoKindInput, PublicDemoInput } from '@site/contracts/api/desk';

type Kind = DemoKindInput & { offered: PublicDemoInput | null };

const demo = (vertical: string, status: string, description_2: string, flags: Partial<PublicDemoInput> = {}): PublicDemoInput => ({
  vertical,
  status,
  description_2,
  sponsored: false,
  is_meta_demo: false,
  ...flags,
});

export const demoKinds: Kind[] = [
  {
    name: 'Tenant isolation',
    description: 'Show how one deployment keeps the data of two tenants apart, and what happens when a query forgets the tenant.',
    offered: demo(
      'SaaS foundations',
      'Open',
      'Bring a recording of the failed query as well as of the passing one. Five minutes are enough.',
    ),
  },
  {
    name: 'Usage metering',
    description: 'Count what a tenant uses so exactly that the count could be billed, and survive a lost event.',
    offered: demo('SaaS foundations', 'Open', 'The interesting part is the repair: replay a day and show that no number changes.', {
      sponsored: true,
    }),
  },
  {
    name: 'Release without a pause',
    description: 'Change the schema and the code of a running service while a client keeps writing to it.',
    offered: demo('Operations', 'Open', 'Keep the writing client on screen for the whole demo. Its error count is the score.'),
  },
  {
    name: 'Search that explains itself',
    description: 'A search over a small set of documents that says why each result is where it is.',
    offered: demo('Data', 'Open', 'A hundred documents suffice. Choose a query whose best answer is disputable and defend the order.'),
  },
  {
    name: 'Offline first form',
    description: 'A form that accepts work without a network and settles its conflicts when the network returns.',
    offered: demo('Interfaces', 'In review', 'Two browsers, one record, opposite edits. Let a listener choose which edit came first.'),
  },
  {
    name: 'Incident replay',
    description: 'Tell the story of a failure from its traces alone, then prove the repair with the same traces.',
    offered: demo('Operations', 'Open', 'Use a failure that you staged yourself. Nobody else’s data belongs in a demo.', {
      sponsored: true,
    }),
  },
  {
    name: 'Assistant with a boundary',
    description: 'A language model that answers from given documents, and refuses when they do not hold the answer.',
    offered: demo('Data', 'In review', 'Half of the questions should have no answer. The refusals are what is scored.'),
  },
  {
    name: 'Access by role',
    description: 'Three roles, one screen, and a server that withholds rather than a page that hides.',
    offered: demo('SaaS foundations', 'Closed', 'Open the network panel in front of the audience. What it shows is the demo.'),
  },
  {
    name: 'A demo about giving demos',
    description: 'Five minutes on how to open, show one thing and stop, for people who give their first demo.',
    offered: demo('Programme', 'Open', 'Shown at the start of every season. It is improved by whoever gives it next.', {
      is_meta_demo: true,
    }),
  },
  {
    name: 'How a demo is scored',
    description: 'The questions that peers answer after a demo, and how the answers become a rank.',
    offered: demo('Programme', 'Open', 'Players score a recorded demo together and compare notes afterwards.', { is_meta_demo: true }),
  },
  {
    name: 'Free choice',
    description: 'Anything that shows a skill, agreed upon with a coach beforehand.',
    offered: null,
  },
  {
    name: 'Architecture walk',
    description: 'Ten minutes along the decisions of a system that you know well.',
    offered: null,
  },
];
