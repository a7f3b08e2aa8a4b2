/** Checks a descriptor against the address that it is published under and against the files of its archive. */
import { type ReleaseDescriptor, releaseDescriptorSchema, SHELL_NAME } from '@site/contracts/release';
import { CONTRACT_VERSION, isPageRoute } from '@site/contracts/remote-config';
import { PathClaims } from '@site/release-model/path-ownership';
import { registryError } from '../errors';
import type { Limits } from './limits';
import type { Archive } from './read-archive';

const invalid = (message: string, details?: Record<string, unknown>) =>
  registryError('release-invalid', { message, ...(details && { details }) });

/**
 * The descriptor of `archive`, proven to describe exactly its files.
 * @throws AppError `release-invalid`, `contract-not-supported` or `release-too-large`.
 */
export function checkRelease(archive: Archive, address: { name: string; version: string }, limits: Limits): ReleaseDescriptor {
  const descriptor = parseDescriptor(archive.descriptor);
  if (descriptor.name !== address.name || descriptor.version !== address.version) {
    throw invalid(`The descriptor is of ${descriptor.name}@${descriptor.version}, not of ${address.name}@${address.version}.`);
  }
  if (descriptor.contract !== CONTRACT_VERSION) {
    throw registryError('contract-not-supported', { details: { release: descriptor.contract, supported: CONTRACT_VERSION } });
  }
  checkFiles(descriptor, archive);
  checkReferences(descriptor);
  checkRoutes(descriptor);
  if (descriptor.kind === 'esm') checkModule(descriptor);
  const served = descriptor.files
    .filter(({ path }) => !path.startsWith('server/') && !path.endsWith('.map'))
    .reduce((sum, file) => sum + file.size, 0);
  if (served > limits.served) throw registryError('release-too-large', { details: { servedBytes: served, budgetBytes: limits.served } });
  return descriptor;
}

function parseDescriptor(text: string): ReleaseDescriptor {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('release.json is not JSON.');
  }
  const result = releaseDescriptorSchema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 10).map(({ path, message }) => ({ path: path.join('/'), message }));
  throw invalid(`release.json is not a descriptor: ${issues[0]?.path} ${issues[0]?.message}.`, { issues });
}

function checkFiles(descriptor: ReleaseDescriptor, archive: Archive): void {
  const listed = new Set<string>();
  for (const { path, size, integrity } of descriptor.files) {
    if (listed.has(path)) throw invalid(`${path} is listed twice.`);
    listed.add(path);
    const file = archive.files.get(path);
    if (!file) throw invalid(`${path} is listed and not in the archive.`);
    if (file.size !== size || file.integrity !== integrity) throw invalid(`${path} differs from what the descriptor says.`);
    // Their places are taken by the compressed forms that are made of every release.
    if (/\.(br|gz)$/.test(path) || path.endsWith('.')) throw invalid(`${path} has an ending that is not allowed.`);
  }
  const unlisted = [...archive.files.keys()].find((path) => !listed.has(path));
  if (unlisted !== undefined) throw invalid(`${unlisted} is in the archive and not listed.`);
}

/** Whatever the descriptor names must be among its files, and nothing that browsers load may lie in `server/`. */
function checkReferences(descriptor: ReleaseDescriptor): void {
  const listed = new Set(descriptor.files.map((file) => file.path));
  const modules = [...Object.values(descriptor.exposes), ...Object.values(descriptor.provides)];
  for (const path of [...descriptor.entries, ...modules.flatMap((module) => module.files)]) {
    if (!listed.has(path)) throw invalid(`${path} is referred to and not listed.`);
    if (path.startsWith('server/')) throw invalid(`${path} is for servers and referred to for browsers.`);
  }
  if (descriptor.server !== null && !(listed.has(descriptor.server) && descriptor.server.startsWith('server/'))) {
    throw invalid(`The server bundle ${descriptor.server} is not a listed file in server/.`);
  }
}

function checkRoutes({ name, routes, exposes }: ReleaseDescriptor): void {
  const claims = new PathClaims<string>();
  for (const route of routes) {
    if (isPageRoute(route) && name !== SHELL_NAME && !exposes[route.page])
      throw invalid(`The page ${route.page} of ${route.path} is not exposed.`);
    if (claims.add(route.path, route.path).length > 0) throw invalid(`The path ${route.path} is declared twice.`);
  }
}

/** ES modules are for hosts that import them. The shell shows pages of Module Federation alone, and shares its modules with nothing else. */
function checkModule({ name, routes, entries, exposes, provides, requires }: ReleaseDescriptor): void {
  if (name === SHELL_NAME) throw invalid('The shell is no release of ES modules.');
  if (entries.length !== 1) throw invalid('A release of ES modules has one entry.');
  if (routes.length > 0) throw invalid('A release of ES modules has no routes: the shell shows none of its pages.');
  if ([exposes, provides, requires].some((modules) => Object.keys(modules).length > 0))
    throw invalid('A release of ES modules exposes, provides and requires no modules of Module Federation.');
}
