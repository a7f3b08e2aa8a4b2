import type { Part } from '../clause';
import {
  apiCalls,
  cardPage,
  demoDialog,
  draftPage,
  introForm,
  introToasts,
  memberTrouble,
  photoDialog,
  signUpPage,
  signUpToasts,
} from '../files';

export const actionErrors: Part = {
  section: 8,
  title: 'Forms and actions',
  clauses: [
    {
      id: 'errors.contact-success',
      says: 'Contact, HTTP 200 without notices: the form is cleared and a success toast shows the joined overall messages.',
      quotes: ['Contact, HTTP 200 without notices: the form is cleared and a success toast shows the joined overall messages.'],
      tests: [...introForm('clears every field and says thank you'), ...introToasts('is one of success')],
    },
    {
      id: 'errors.contact-failure',
      says: 'Contact, otherwise: an error toast shows the joined overall messages, and field errors are shown.',
      quotes: ['Otherwise an error toast shows the joined overall messages and field errors are shown.'],
      tests: [
        ...introForm("a refusal shows the server's messages", 'with notices keeps every field'),
        ...introToasts('is one of an error with notices', 'is one of an error when the message was refused'),
      ],
    },
    {
      id: 'errors.signup',
      says: "Sign-up failure: a toast with the overall messages joined by '. ' and field errors under fields.",
      quotes: ["Sign-up failure: a toast with the overall messages joined by '. ' and field errors under fields."],
      tests: [
        ...signUpPage("shows the server's messages under their fields and the overall ones as a toast"),
        ...signUpToasts('is one of an error'),
      ],
    },
    {
      id: 'errors.phone',
      says: 'Phone format error: a shared alert message, which we read as that of the phone rule.',
      quotes: ['Phone format error: a shared alert message, wording not shown.'],
      tests: [...introForm('refuses the phone number …'), ...signUpPage('sends nothing while empty')],
    },
    {
      id: 'errors.demo-network',
      says: "Demo save, network error: toast 'Error: {error}'.",
      quotes: ["Demo save, network error: toast 'Error: {error}'."],
      tests: demoDialog('the demo dialog › shows a network error as it is'),
    },
    {
      id: 'errors.demo-save',
      says: "Demo save, non-200: field errors and a toast 'Error: ' plus the joined overall messages, or the status text.",
      quotes: ["A non-200 response shows field errors and a toast 'Error: ' plus the joined overall messages, or the status text."],
      tests: [
        ...demoDialog("the demo dialog › shows the server's messages"),
        ...demoDialog('says the status text of a refusal'),
        ...memberTrouble('of a demo leaves'),
      ],
    },
    {
      id: 'errors.demo-delete',
      says: "Demo delete, non-200: 'Error: ' plus the status text.",
      quotes: ["Demo delete, non-200: 'Error: ' plus the status text."],
      tests: [...demoDialog('stays open with the status text when the removal fails'), ...memberTrouble('of a demo leaves')],
    },
    {
      id: 'errors.follow-field',
      says: "Follow, non-200 with an error field: a warning toast 'Error: ' plus that error.",
      quotes: ["Follow, non-200 with an error field: a warning toast 'Error: ' plus that error."],
      tests: [
        ...draftPage('and warns with the error that the server names'),
        ...apiCalls('a follow warns with the error field'),
        ...memberTrouble('of the playbooks followed changes nothing'),
      ],
    },
    {
      id: 'errors.follow',
      says: 'Follow, otherwise: an error toast with the status text.',
      quotes: ['Otherwise an error toast with the status text.'],
      tests: [...draftPage('and shows the status text where the server names none'), ...apiCalls('else shows the bare status text')],
    },
    {
      id: 'errors.unfollow',
      says: "Unfollow, non-200: 'Error: ' plus the status text.",
      quotes: ["Unfollow, non-200: 'Error: ' plus the status text."],
      tests: [
        ...cardPage('stay when unfollowing fails, with the status text as a toast'),
        ...memberTrouble('of the playbooks followed changes nothing'),
      ],
    },
    {
      id: 'errors.profile-saved',
      says: "Profile save: 200 gives 'Profile saved.'.",
      quotes: ["Profile save: 200 gives 'Profile saved.'."],
      tests: cardPage('goals and settings › are saved together'),
    },
    {
      id: 'errors.profile',
      says: "Profile save, otherwise: 'Error: ' plus the status text.",
      quotes: ["Profile save: 200 gives 'Profile saved.'. Otherwise 'Error: ' plus the status text."],
      tests: [
        ...cardPage('goals and settings › say the status text when saving fails'),
        ...memberTrouble('of the profile is told by the status'),
      ],
    },
    {
      id: 'errors.photo-saved',
      says: "Photo save: 200 gives 'Photo saved.'.",
      quotes: ["Photo save: 200 gives 'Photo saved.'."],
      tests: photoDialog('… in base64, and said to be saved'),
    },
    {
      id: 'errors.photo-notices',
      says: "With notices returned, the warning 'Photo was saved. Wait a few minutes till change completes.'.",
      quotes: ["With notices returned, the warning 'Photo was saved. Wait a few minutes till change completes.'."],
      tests: photoDialog('that replaces another is said to take a few minutes, as a warning'),
    },
    {
      id: 'errors.photo',
      says: "Photo save, otherwise: 'Error: ' plus the status text.",
      quotes: ["'Photo was saved. Wait a few minutes till change completes.'. Otherwise 'Error: ' plus the status text."],
      tests: photoDialog('that is refused stays in the dialog'),
    },
  ],
};
