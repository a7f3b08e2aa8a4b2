/** `npm run restore -- <file> [--replace] [--send-waiting]`: puts the data of a backup where `npm start` finds them. */
import { dataCommand } from './data/command.mjs';

const usage = `npm run restore -- <file> [--replace] [--send-waiting]

Puts the data of a backup into DATA_DIR.
  --replace         in place of data that are there
  --send-waiting    the next start sends the mails and messages to webhooks that waited in the backup: when the site only moves`;

await dataCommand(
  { usage, module: 'restore', flags: ['replace', 'send-waiting'], needsFile: true },
  async ({ file, flags, tools, signal }) => {
    const { dataDir, files, createdAt, replaced, pausedPlans, ...givenUp } = await tools.restore({
      env: process.env,
      file,
      replace: flags.replace ?? false,
      sendWaiting: flags['send-waiting'] ?? false,
      signal,
    });
    const kept = replaced ? ` What was there before is kept in ${replaced}; delete it when you need it no more.` : '';
    const paused = pausedPlans > 0 ? ` Plans that are paused until somebody resumes them: ${pausedPlans}.` : '';
    const { givenUpMails, givenUpGroupMails, givenUpMessages } = givenUp;
    const mails = givenUpMails > 0 ? ` Mails that waited in the backup and are not sent: ${givenUpMails}.` : '';
    const groupMails = givenUpGroupMails > 0 ? ` Mails to groups that the rest of the group is not sent: ${givenUpGroupMails}.` : '';
    const messages = givenUpMessages > 0 ? ` Messages to webhooks that waited in it and are not delivered: ${givenUpMessages}.` : '';
    return `${dataDir} holds the ${files} files of the backup of ${createdAt}.${kept}${paused}${mails}${groupMails}${messages}`;
  },
);
