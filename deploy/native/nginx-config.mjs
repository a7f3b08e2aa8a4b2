/**
 * The proxy's configuration for a machine without containers: `deploy/nginx.conf`, with other replicas, addresses and files. Everything that the
 * two have in common is in that file alone. Works with an nginx that does not know `resolve` (before 1.27.3).
 *
 *     node deploy/native/nginx-config.mjs --edge 127.0.0.1:8101,127.0.0.1:8102 --api 127.0.0.1:8111,127.0.0.1:8112 \
 *       --registry 127.0.0.1:8121,127.0.0.1:8122 --identity 127.0.0.1:8131,127.0.0.1:8132 > /etc/nginx/nginx.conf
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SOURCE = path.join(import.meta.dirname, '..', 'nginx.conf');
const ROLES = ['edge', 'api', 'registry', 'identity'];

/**
 * What differs from the container.
 * @typedef {object} Place
 * @property {Record<string, string[]>} replicas Addresses, `host:port`, by role. A role without any answers 502.
 * @property {string} [listen] `host:port` or `unix:/file`.
 * @property {string} [pid] File.
 * @property {string} [cache] Folder.
 * @property {string} [accessLog] As nginx's `access_log` names it. The journal's socket cannot be opened as /dev/stdout.
 * @property {string} [errorLog] As nginx's `error_log` names it.
 */

/**
 * @param {Place} place
 * @returns {string} A configuration for nginx.
 * @throws {Error} If `deploy/nginx.conf` does not have what is to be replaced.
 */
export function nginxConfig({
  replicas,
  listen = '127.0.0.1:8080',
  pid = '/run/nginx.pid',
  cache = '/var/cache/site-pages',
  accessLog = 'syslog:server=unix:/dev/log,nohostname,tag=nginx',
  errorLog = 'stderr',
}) {
  const changes = [
    [/^ *#.*\n *resolver .*;\n/m, ''],
    [/\/run\/nginx\.pid/, pid],
    [/\/var\/cache\/nginx\/pages/, cache],
    // Lines for syslog go out one by one.
    [/\/dev\/stdout plain( [^;]+)/, (_line, buffered) => `${accessLog} plain${accessLog.startsWith('syslog:') ? '' : buffered}`],
    [/\/dev\/stderr/g, errorLog],
    [/listen 8080/, `listen ${listen}`],
    ...ROLES.map((role) => [new RegExp(`server ${role}:8080 resolve (.*);`), (_line, options) => servers(replicas[role] ?? [], options)]),
  ];
  return changes.reduce(
    (text, [what, by]) => {
      if (text.search(what) < 0) throw new Error(`${SOURCE} has nothing like ${what}.`);
      return text.replace(what, by);
    },
    readFileSync(SOURCE, 'utf8'),
  );
}

/** An upstream has at least one server; nobody listens on port 1. */
const servers = (addresses, options) =>
  (addresses.length > 0 ? addresses : ['127.0.0.1:1']).map((address) => `server ${address} ${options};`).join('\n    ');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(ROLES.map((role) => [role, text])),
      ...{ listen: text, pid: text, cache: text, 'access-log': text, 'error-log': text },
    },
  });
  const { listen, pid, cache, 'access-log': accessLog, 'error-log': errorLog } = values;
  const replicas = Object.fromEntries(ROLES.map((role) => [role, (values[role] ?? '').split(',').filter(Boolean)]));
  process.stdout.write(nginxConfig({ replicas, listen, pid, cache, accessLog, errorLog }));
}
