/**
 * The renderer: runs the server bundles of releases, which are code of many teams, in a process that has nothing worth taking. Its
 * environment is empty, it may read no file but this one, it is given the bundles as text, and it is killed when it takes too long.
 *
 * Plain JavaScript, so that this process starts without a compiler and can be denied the file system altogether. `messages.ts` describes
 * what it is sent and what it answers.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';

const parent = process;
const require = createRequire(import.meta.url);

/** Built-in modules that rendering libraries need. None of them reaches a file, a socket or another process. */
const BUILT_INS = new Set([
  ...['assert', 'async_hooks', 'buffer', 'crypto', 'events', 'path', 'punycode', 'querystring'],
  ...['stream', 'string_decoder', 'url', 'util'],
]);

/** @type {Map<string, string>} Sources of bundles by id. */
const sources = new Map();
/** @type {Map<string, import('./messages').Pair>} Evaluated bundles by the ids of shell and remote: teams share no module state. */
const pairs = new Map();
/** Most pairs that are kept, those that were used last: each takes some megabytes, and of few bundles there are many pairs. */
const PAIRS_KEPT = 24;

parent.on('message', (/** @type {import('./messages').ToRenderer} */ message) => {
  if (message.type === 'bundle') sources.set(message.id, message.source);
  else if (message.type === 'retain') retain(new Set(message.ids));
  else parent.send?.(answer(message));
});
// Without its parent it has no purpose.
parent.on('disconnect', () => parent.exit(0));
removeGlobals();

/**
 * @param {import('./messages').RenderMessage} message
 * @returns {import('./messages').FromRenderer}
 */
function answer({ shell, remote, pathname, composition, page }) {
  try {
    const pair = evaluated(shell, remote);
    if (page !== null && !(page in pair.pages)) throw new Error(`the server bundle of ${remote} has no page ${page}`);
    const module = page === null ? null : { remote: remote?.split('@')[0] ?? '', page, module: pair.pages[page] };
    const { head, html, styles } = pair.renderDocument({ pathname, composition, page: module });
    return { type: 'rendered', output: { head, html, styles } };
  } catch (error) {
    return { type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/**
 * @param {string} shellId
 * @param {string | null} remoteId
 */
function evaluated(shellId, remoteId) {
  const key = `${shellId} ${remoteId ?? ''}`;
  const known = pairs.get(key);
  if (known) {
    pairs.delete(key);
    pairs.set(key, known);
    return known;
  }
  const global = ownGlobal();
  const shell = /** @type {import('@site/contracts/prerender').ShellServerBundle} */ (evaluate(shellId, global, requireBuiltIn));
  const remote = /** @type {import('@site/contracts/prerender').RemoteServerBundle | null} */ (
    remoteId === null ? null : evaluate(remoteId, global, (id) => requireShared(shell.shared, id))
  );
  const pair = { renderDocument: shell.renderDocument, pages: remote?.pages ?? {} };
  pairs.set(key, pair);
  if (pairs.size > PAIRS_KEPT) pairs.delete(/** @type {string} */ (pairs.keys().next().value));
  return pair;
}

/**
 * What a pair sees as `globalThis`: it reads what this process has and keeps for itself what it writes. Libraries keep things there, by
 * `Symbol.for`, that would hold the modules of every pair that was ever evaluated.
 * @returns {object}
 */
function ownGlobal() {
  const own = Object.create(null);
  const view = new Proxy(own, {
    get: (_, name) => (name in own ? own[name] : Reflect.get(globalThis, name)),
    has: (_, name) => name in own || name in globalThis,
  });
  own.globalThis = own.global = view;
  return view;
}

/**
 * @param {string} id
 * @param {object} global What it sees as `globalThis`.
 * @param {(id: string) => unknown} requireModule
 * @returns {unknown} The exports of the bundle.
 */
function evaluate(id, global, requireModule) {
  const source = sources.get(id);
  if (source === undefined) throw new Error(`the server bundle of ${id} was not supplied`);
  const module = { exports: {} };
  const parameters = ['module', 'exports', 'require', 'globalThis', 'global'];
  vm.compileFunction(source, parameters, { filename: id })(module, module.exports, requireModule, global, global);
  return module.exports;
}

/** @param {string} id */
function requireBuiltIn(id) {
  const name = id.replace(/^node:/, '');
  if (BUILT_INS.has(name)) return require(`node:${name}`);
  throw new Error(`the shell's server bundle requires ${id}, which the renderer does not offer`);
}

/**
 * @param {Record<string, unknown>} shared
 * @param {string} id
 */
function requireShared(shared, id) {
  if (Object.hasOwn(shared, id)) return shared[id];
  throw new Error(`the shell does not share ${id}`);
}

/** @param {Set<string>} ids */
function retain(ids) {
  for (const id of sources.keys()) if (!ids.has(id)) sources.delete(id);
  for (const key of pairs.keys()) if (key.split(' ').some((id) => id !== '' && !ids.has(id))) pairs.delete(key);
}

/** What bundles have no use for when rendering. Not a wall, which the process is, but it turns mistakes into errors at once. */
function removeGlobals() {
  const environment = Object.freeze({ NODE_ENV: 'production' });
  const nothing = () => undefined;
  const stub = { env: environment, argv: [], platform: 'linux', version: parent.version, versions: parent.versions };
  const timing = { nextTick: parent.nextTick.bind(parent), hrtime: parent.hrtime.bind(parent), emitWarning: nothing, cwd: () => '/' };
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(globalThis, 'process', { value: Object.freeze({ ...stub, ...timing, on: nothing, once: nothing }) });
}
