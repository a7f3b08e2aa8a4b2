/** The few questions that a start asks the registry of the local site. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';

const ENVIRONMENT = 'production';

export class RegistryClient {
  #base;
  #dataDir;

  constructor(address, dataDir) {
    this.#base = `${address}/registry/v1`;
    this.#dataDir = dataDir;
  }

  /** @param {'publish' | 'promote'} verb */
  token(verb) {
    return readFileSync(path.join(this.#dataDir, 'tokens', `${verb}.token`), 'utf8').trim();
  }

  /** @returns {Promise<{ digest: string } | null>} The published release, or null. */
  release(name, version) {
    return this.#get(`/remotes/${name}/releases/${version}`);
  }

  /** @returns {Promise<{ number: number, entries: Record<string, { version: string }> } | null>} The live revision, or null. */
  currentRevision() {
    return this.#get(`/environments/${ENVIRONMENT}/revisions/current`);
  }

  /**
   * @param {{ name: string, version: string }[]} changes
   * @param {number} expectedRevision
   * @returns {Promise<{ number: number }>}
   */
  async promote(changes, expectedRevision) {
    const answer = await fetch(`${this.#base}/environments/${ENVIRONMENT}/revisions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token('promote')}` },
      body: JSON.stringify({ expectedRevision, changes, reason: 'npm start' }),
    });
    if (answer.status === 201) return answer.json();
    throw new Failure(`The registry did not promote the builds: ${await refusal(answer)}`);
  }

  async #get(address) {
    const answer = await fetch(this.#base + address);
    if (answer.ok) return answer.json();
    if (answer.status === 404) return null;
    throw new Failure(`The registry does not answer as expected: ${await refusal(answer)}`);
  }
}

async function refusal(answer) {
  const { error, details } = await answer.json().catch(() => ({ error: `status ${answer.status}` }));
  return details ? `${error} ${JSON.stringify(details)}` : error;
}
