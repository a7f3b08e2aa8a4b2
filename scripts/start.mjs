/** `npm start`: the whole site from a fresh clone on, with nothing but Node and npm on the machine. */
import { Failure, report } from './start/failure.mjs';
import { bold, dim } from './start/progress.mjs';
import { runSite } from './start/run-site.mjs';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopped.abort());

try {
  const { site, address, accounts } = await runSite(stopped.signal);
  console.log(welcome(address, accounts));
  // For the program that started this one, if it listens.
  process.send?.({ type: 'running', address });
  const [code] = await site.ended;
  if (!stopped.signal.aborted) throw new Failure(`The server ended by itself${code === null ? '' : ` with code ${code}`}.`);
  console.log(dim('Stopped.'));
} catch (error) {
  report(error, stopped.signal);
}

function welcome(address, accounts) {
  const people = accounts.map(({ role, email, password }) => `    ${role.padEnd(18)}${email.padEnd(26)}${dim(password)}`);
  return [
    '',
    `  The site is running at ${bold(address)}`,
    '',
    ...(people.length > 0 ? ['  Sign in as', ...people, ''] : []),
    '  Try next',
    `    ${address}/_dev/mail/`.padEnd(48) + dim('the mail that the site sends'),
    '    npm run dev -w mf-elevate'.padEnd(48) + dim('one remote from its sources, inside this site'),
    '    npx release publish mf-marketing'.padEnd(48) + dim('a new version of one remote'),
    '    npx release promote mf-marketing@<version>'.padEnd(48) + dim('make it live; rollback returns the one before'),
    '',
    dim('  Ctrl-C stops it.'),
    '',
  ].join('\n');
}
