/** For tests only: somebody at the desk, who looks at what exists before writing it. */
import type { Answer, TestApi } from './create-test-api';

interface Staff {
  authorization: string;
}

interface Item {
  id?: number | string;
  code?: string | null;
  version: number | string;
  demos?: Item[];
}

/**
 * The version of what a path of the desk names, such as `/desk/projects/7`, as the desk reads it.
 * @returns 0 if there is none, or none on the first page of its list.
 */
export async function seenVersion(api: TestApi, path: string, as: Staff): Promise<number | string> {
  const [, , resource = '', key = ''] = path.split('/');
  const reading: Record<string, string> = {
    members: `members/${key}`,
    accounts: `accounts/${key}`,
    messages: `messages?before=${Number(key) + 1}`,
    'player-demos': 'members',
  };
  const { body } = await api.call('GET', `/desk/${reading[resource] ?? resource}`, { as });
  const items = [body as Item | Item[]].flat().flatMap((item) => (resource === 'player-demos' ? (item.demos ?? []) : item));
  const named = items.find(({ id, code }) => String(id) === key || code === key.toUpperCase());
  return named?.version ?? 0;
}

/** Whether a call writes what exists, and so needs its version. */
const writesExisting = (method: string, path: string): boolean =>
  path.startsWith('/desk/') && (['PUT', 'DELETE'].includes(method) || /\/(?:accounts|messages)\//.test(path)) && method !== 'GET';

/** Headers for a call of the desk in the version that there is; none for a call that writes nothing that exists. */
export const headersFor = async (api: TestApi, method: string, path: string, as: Staff): Promise<Record<string, string>> =>
  writesExisting(method, path) ? { 'if-match': `"${await seenVersion(api, path, as)}"` } : {};

/** Calls the desk, in the version that there is unless `headers` name one. Paths are below `/desk`. */
export const deskCaller =
  (api: () => TestApi, as: () => Staff) =>
  async (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
    api().call(method, `/desk${path}`, {
      as: as(),
      headers: { ...(await headersFor(api(), method, `/desk${path}`, as())), ...headers },
      ...(body !== undefined && { body }),
    });
