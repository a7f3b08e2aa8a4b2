/** Installs system packages where that needs no question: on Debian and its relatives, as root. */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';

export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

let lastInstallation = Promise.resolve();

/**
 * One package after the other: apt lets no two processes install at once.
 * @returns {Promise<boolean>} Whether the package is installed now.
 */
export function installPackage(name, { signal } = {}) {
  const installation = lastInstallation.then(() => install(name, signal));
  lastInstallation = installation.catch(() => undefined);
  return installation;
}

async function install(name, signal) {
  if (!canInstallPackages()) return false;
  console.log(`Installing ${name}...`);
  const options = { signal, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], options);
  const { code, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], options);
  if (code !== 0) console.error(output);
  return code === 0;
}
