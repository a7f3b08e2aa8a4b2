import type { Part } from '../clause';
import {
  apiAccess,
  apiDemos,
  apiPlaybooks,
  apiProfile,
  apiSignup,
  cardPage,
  contracts,
  draftPage,
  elevateBackend,
  inboxPage,
  legalPages,
  memberForms,
  memberSession,
  playbookPage,
  playbooksPage,
  playbookState,
  routes,
  signUpPage,
  withoutBackend,
} from '../files';

const BY_ROUTE = 'says who may call it, and the calls of pages are registered as the contract states them';

export const permissions: Part = {
  section: 6,
  title: 'Visitors, players and audiences',
  clauses: [
    {
      id: 'visitor.pages',
      says: 'A visitor may view public pages.',
      quotes: ['It has public marketing pages', 'May view public pages'],
      tests: [...routes('shows the page of … with its metadata'), ...withoutBackend('every page that needs no data is served whole')],
    },
    {
      id: 'visitor.lists',
      says: 'A visitor may view public demo and playbook lists.',
      quotes: ['public demo and playbook lists'],
      tests: [
        ...draftPage('are the public ones for visitors'),
        ...apiPlaybooks('shows visitors open playbooks'),
        ...apiDemos('lists at least ten public demos'),
      ],
    },
    {
      id: 'visitor.details',
      says: 'A visitor may view playbook details, partially protected: description_3 is withheld, which is our reading.',
      quotes: ['public playbook drafts and details (partially protected)'],
      tests: [...playbookPage('with a partial-protection notice'), ...playbookState('no third description to visitors')],
    },
    {
      id: 'visitor.forms',
      says: 'A visitor may use the contact, intro and sign-up forms.',
      quotes: ['and use the contact, intro and sign-up forms.'],
      tests: [...contracts('are the calls of the specification'), ...apiAccess(BY_ROUTE), ...signUpPage('sends what was written')],
    },
    {
      id: 'visitor.redirect',
      says: "Following a playbook or sharing a demo redirects a visitor to '/signin'.",
      quotes: ['Following a playbook or sharing a demo redirects to /signin.'],
      tests: draftPage('sends a visitor to sign in first', "sends a visitor to sign in on 'Demo like this'"),
    },
    {
      id: 'visitor.locked',
      says: 'Locked playbooks are partially protected.',
      quotes: ['Locked playbooks are partially protected.'],
      tests: [...playbookState('gives no description of a locked one'), ...playbookPage('of a locked playbook say')],
    },
    {
      id: 'player.profile',
      says: 'A signed-in player views and edits the profile.',
      quotes: ['**Signed-in player:** views and edits the profile'],
      tests: [...apiProfile('makes the profile', 'saves and answers the profile'), ...cardPage('goals and settings › are saved together')],
    },
    {
      id: 'player.demos',
      says: 'A player manages own demos, and nobody else does.',
      quotes: ['manages own demos'],
      tests: [
        ...apiDemos('adds a demo, lists it', '404: for the demos of somebody else'),
        ...apiAccess('that names an object of a player'),
      ],
    },
    {
      id: 'player.playbooks',
      says: 'A player follows or unfollows playbooks, with the role produce or join.',
      quotes: ['follows or unfollows playbooks (role produce or join)'],
      tests: [
        ...apiPlaybooks('following twice keeps one record', 'changes the role, unfollows', 'for the records of somebody else'),
        ...cardPage('are unfollowed, and followed again with Undo'),
      ],
    },
    { id: 'player.inbox', says: 'A player uses the inbox.', quotes: ['uses the inbox'], tests: inboxPage('the inbox of a player') },
    {
      id: 'player.draft',
      says: 'A player uses the user-scoped draft endpoints.',
      quotes: ['and uses the user-scoped draft endpoints.'],
      tests: [...draftPage('and the personal one for players'), ...apiPlaybooks('a player of rank 0 sees ranked playbooks evaluating')],
    },
    {
      id: 'player.fetch',
      says: 'The profile is fetched only when signed in.',
      quotes: ['The profile is fetched only when signed in.'],
      tests: [...cardPage('is a protected section, and nothing is fetched'), ...draftPage('are the public ones for visitors')],
    },
    {
      id: 'roles.bearer',
      says: 'Authorization is a bearer access token in the Authorization header; the backend enforces it.',
      quotes: ['Authorization is a bearer access token in the Authorization header. Whether the backend enforces more is not shown.'],
      tests: [
        ...elevateBackend('of a player carry a token, public ones do not'),
        ...draftPage('is followed by a player with …'),
        ...apiAccess('refuses visitors and bad tokens with 401 unless it is public'),
      ],
    },
    {
      id: 'roles.players',
      says: 'Players are engineers.',
      quotes: ['Audience meanings: players are engineers.'],
      tests: playbooksPage('says who players, producers and sponsors are'),
    },
    {
      id: 'roles.producers',
      says: 'Producers are founders, select recruiters and qualified players at step 3 of Elevate.',
      quotes: ['Producers are founders, select recruiters and qualified players at step 3 of Elevate.'],
      tests: playbooksPage(
        'says that founders, select recruiters and qualified players produce',
        'says who players, producers and sponsors are',
      ),
    },
    {
      id: 'roles.sponsors',
      says: 'Sponsors are founders, enterprise executives and venture firms.',
      quotes: ['Sponsors are founders, enterprise executives and venture firms.'],
      tests: playbooksPage('says who players, producers and sponsors are'),
    },
    {
      id: 'roles.code',
      says: 'Signing up requires a peer group access code.',
      quotes: ['Signing up requires a peer group access code.'],
      tests: [
        ...signUpPage('sends nothing when Peer group access code is'),
        ...apiSignup('what is wrong with code "NOBODY"', 'refuses a closed code'),
        ...memberForms('is refused by the server: its words'),
      ],
    },
    {
      id: 'roles.subscription',
      says: 'Playbooks are locked by subscription; the rule is our reading.',
      quotes: ['Subscription-based locking of playbooks exists; its rule is not shown.'],
      tests: [...playbookState('counts until its last moment'), ...apiPlaybooks('a subscription unlocks until it ends')],
    },
    {
      id: 'roles.protected',
      says: 'Card and inbox need sign-in.',
      quotes: ['Which pages need sign-in is not shown, apart from the card, inbox and profile behaviour above.'],
      tests: [
        ...routes('is told that the card and the inbox are protected'),
        ...memberSession('card and inbox are closed to visitors'),
        ...apiAccess('refuses visitors and bad tokens'),
      ],
    },
    {
      id: 'terms.age',
      says: 'Users must be 18 or older with legal authority in the US.',
      quotes: ['Terms: users must be 18 or older with legal authority in the US.'],
      tests: legalPages('terms of use › states the age and the authority'),
    },
    {
      id: 'terms.licence',
      says: 'The licence is for internal business use in the US only.',
      quotes: ['The licence is for internal business use in the US only.'],
      tests: legalPages('the terms license the site'),
    },
  ],
};
