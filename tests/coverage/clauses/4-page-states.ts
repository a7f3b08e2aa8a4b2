import type { Part } from '../clause';
import {
  apiPhoto,
  apiProfile,
  cardPage,
  demoDialog,
  draftPage,
  introForm,
  mosaic,
  photoDialog,
  playbooksPage,
  playbookState,
  signUpPage,
  signUpToasts,
} from '../files';

export const pageStates: Part = {
  section: 4,
  title: 'Pages, forms and the programme',
  clauses: [
    {
      id: 'states.tabs',
      says: 'Playbooks page tabs: overview (default), players, producers, sponsors.',
      quotes: ['Playbooks page tabs: overview (default), players, producers, sponsors.'],
      tests: playbooksPage('opens on Overview', 'opens the tab that the address names'),
    },
    {
      id: 'states.visibility',
      says: "Profile visibility: public is shown but disabled and not selectable, sharable, private is labelled 'Only me'.",
      quotes: ["Profile visibility: public (shown but disabled and not selectable), sharable, private (labelled 'Only me')."],
      tests: [...cardPage('offer public visibility disabled'), ...apiProfile('refuses the visibility public')],
    },
    {
      id: 'states.rank-0',
      says: 'Tessera rank 0 means evaluation is in progress.',
      quotes: ['Tessera rank 0 means evaluation is in progress.'],
      tests: [
        ...cardPage('says at rank 0 that the evaluation is in progress'),
        ...mosaic('says that the evaluation is in progress at rank 0'),
      ],
    },
    {
      id: 'states.rank-icons',
      says: 'Ranks 1 to 4 fill that many of 4 puzzle icons.',
      quotes: ['Ranks 1 to 4 fill that many of 4 puzzle icons.'],
      tests: [...mosaic('has four pieces, that many of them filled…'), ...cardPage('fills the mosaic by rank')],
    },
    {
      id: 'states.playbook',
      says: 'A playbook is locked, evaluating or available.',
      quotes: ['A playbook is locked, evaluating or available.'],
      tests: playbookState('is locked, evaluating or available, never two of these'),
    },
    {
      id: 'states.demo-dialog',
      says: 'The demo dialog opens to add a new demo or to edit an existing one.',
      quotes: ['Demo dialog: opens to add a new demo or to edit an existing one.'],
      tests: demoDialog('opens for a new demo of the kind', 'adds a demo and shows it', "switches to Remove with 'Remove this demo'"),
    },
    {
      id: 'states.demo-remove',
      says: "A 'Remove this demo' checkbox, shown only for an existing demo, switches the submit button from 'Save changes' to 'Remove'.",
      quotes: [
        "A 'Remove this demo' checkbox, shown only for an existing demo, switches the submit button from 'Save changes' to 'Remove'.",
      ],
      tests: demoDialog("switches to Remove with 'Remove this demo'", 'opens for a new demo of the kind', 'removes the demo'),
    },
    {
      id: 'states.demo-close',
      says: 'Closing the dialog resets the errors and the checkbox.',
      quotes: ['Closing resets the errors and the checkbox.'],
      tests: demoDialog('and forgets the checkbox on closing', 'forgets its errors when it is closed'),
    },
    {
      id: 'states.contact',
      says: 'The contact form is idle, then loading, and on HTTP 200 without notices every field is cleared.',
      quotes: ['Contact form: idle, then loading, then on HTTP 200 without notices every field is cleared.'],
      tests: introForm('reads Sending... meanwhile', 'clears every field and says thank you', 'with notices keeps every field'),
    },
    {
      id: 'states.signup-sending',
      says: "Submitting the sign-up form requests a bot-check token (action 'signup') and calls signup.",
      quotes: ["Sign-up form: idle, then submit requests a bot-check token (action 'signup') and calls signup (loading)."],
      tests: signUpPage('sends what was written with a solved bot check', "reads 'Signing up...' while sending"),
    },
    {
      id: 'states.signup-done',
      says: 'On HTTP 200 with no notices its fields are cleared, the checkboxes unticked and the form marked valid.',
      quotes: ['On HTTP 200 with no notices the fields are cleared, the checkboxes unticked and the form marked valid.'],
      tests: signUpPage('is empty afterwards and says what comes next'),
    },
    {
      id: 'states.signup-notices',
      says: 'With notices it is not cleared.',
      quotes: ['With notices the form is not cleared.'],
      tests: signUpPage('keeps what was written when the answer carries notices'),
    },
    {
      id: 'states.signup-refused',
      says: "On any non-200 response field errors are shown and an error toast carries the overall messages joined by '. '.",
      quotes: ["On any non-200 response field errors are shown and an error toast carries the overall messages joined by '. '."],
      tests: [
        ...signUpPage("shows the server's messages under their fields and the overall ones as a toast"),
        ...signUpToasts('is one of an error'),
      ],
    },
    {
      id: 'states.photo',
      says: 'A saved photo may take a few minutes to take effect.',
      quotes: ['A saved photo may take a few minutes to take effect.'],
      tests: [...photoDialog('that replaces another is said to take a few minutes'), ...apiPhoto('a replaced photo answers with notices')],
    },
    {
      id: 'states.follow',
      says: "Following a playbook sends the player to '/card'.",
      quotes: ['Following a playbook sends the player to /card.'],
      tests: draftPage('is followed by a player with …, who ends on the card'),
    },
    {
      id: 'states.share',
      says: "Sharing a demo sends the player to '/card'.",
      quotes: ['Sharing a demo sends the player to /card.'],
      tests: draftPage("opens the card's dialog for a player"),
    },
    {
      id: 'states.visitor',
      says: "For a visitor both redirect to '/signin'.",
      quotes: ['For a visitor both redirect to /signin.'],
      tests: draftPage('sends a visitor to sign in first, and finishes', "sends a visitor to sign in on 'Demo like this'"),
    },
  ],
};
