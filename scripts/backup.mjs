/** `npm run backup [-- <file>]`: the data of a stopped site, embedded database and files, in one archive. */
import path from 'node:path';
import { dataCommand } from './data/command.mjs';
import { root } from './workspaces.mjs';

const usage = 'npm run backup [-- <file>]    copies the data of a stopped site (DATA_DIR) into one archive; default backups/<time>.tar.gz';

await dataCommand({ usage, module: 'back-up' }, async ({ file, tools, signal }) => {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const archive = file ?? path.join(root, 'backups', `${time}.tar.gz`);
  const { dataDir, files, bytes } = await tools.backUp({ env: process.env, file: archive, signal });
  return `The ${files} files of ${dataDir} are in ${archive} (${(bytes / 1e6).toFixed(1)} MB). It holds keys and personal data: keep it safe.`;
});
