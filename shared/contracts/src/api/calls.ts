/** The calls of the product API: method, path below the API's base address, and whether a bearer token goes with it. */

export type CallAccess = 'public' | 'player';

export interface Call<Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `{name}` for parameters. */
  readonly path: Path;
  readonly access: CallAccess;
}

const call = <const Path extends string>(access: CallAccess, method: Call['method'], path: Path): Call<Path> => ({ method, path, access });

/** The calls of the API that pages make or may make, named by what they do. */
export const calls = {
  getBotChallenge: call('public', 'GET', '/bot-check/challenge'),
  sendContact: call('public', 'POST', '/contact'),
  signUp: call('public', 'POST', '/signup'),
  getSession: call('player', 'GET', '/user/session'),
  getProfile: call('player', 'GET', '/user/profile'),
  saveProfile: call('player', 'PUT', '/user/profile'),
  savePhoto: call('player', 'PUT', '/user/profile/photo'),
  getProjects: call('player', 'GET', '/project/'),
  getPublicPlaybooks: call('public', 'GET', '/draft/playbooks'),
  getPublicPlaybook: call('public', 'GET', '/draft/playbook/{id}'),
  getUserPlaybooks: call('player', 'GET', '/user/draft/playbooks'),
  getUserPlaybook: call('player', 'GET', '/user/draft/playbook/{id}'),
  getPublicDemos: call('public', 'GET', '/draft/demos'),
  getPlayerDemos: call('player', 'GET', '/demos/player'),
  addPlayerDemo: call('player', 'POST', '/demos/player'),
  savePlayerDemo: call('player', 'PUT', '/demos/player/{id}'),
  removePlayerDemo: call('player', 'DELETE', '/demos/player/{id}'),
  getPlayerPlaybooks: call('player', 'GET', '/playbooks/player'),
  followPlaybook: call('player', 'POST', '/playbooks/player'),
  changePlaybookRole: call('player', 'PUT', '/playbooks/player/{id}'),
  unfollowPlaybook: call('player', 'DELETE', '/playbooks/player/{id}'),
  exportData: call('player', 'GET', '/user/export'),
  requestDeletion: call('player', 'POST', '/user/deletion'),
  cancelDeletion: call('player', 'DELETE', '/user/deletion'),
} as const;

export type CallName = keyof typeof calls;

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Parameters<Rest> : never;

/**
 * Address of a call below the base address.
 * @example callPath(calls.savePlayerDemo, { id: 7 }) // '/demos/player/7'
 */
export const callPath = <Path extends string>(
  { path }: Call<Path>,
  ...[parameters]: [Parameters<Path>] extends [never] ? [] : [Record<Parameters<Path>, string | number>]
): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((parameters as Record<string, string | number> | undefined)?.[name])),
  );
