/** `npm run restore -- <file> [--replace]`: puts the data of a backup where `npm start` finds them. */
import { dataCommand } from './data/command.mjs';

const usage =
  'npm run restore -- <file> [--replace]    puts the data of a backup into DATA_DIR; with --replace in place of data that are there';

await dataCommand({ usage, module: 'restore', flags: ['replace'], needsFile: true }, async ({ file, flags, tools, signal }) => {
  const { dataDir, files, createdAt, replaced, pausedPlans } = await tools.restore({
    env: process.env,
    file,
    replace: flags.replace ?? false,
    signal,
  });
  const kept = replaced ? ` What was there before is kept in ${replaced}; delete it when you need it no more.` : '';
  const paused = pausedPlans > 0 ? ` Plans that are paused until somebody resumes them: ${pausedPlans}.` : '';
  return `${dataDir} holds the ${files} files of the backup of ${createdAt}.${kept}${paused}`;
});
