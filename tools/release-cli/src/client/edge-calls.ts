/** Calls about edges, and what they and browsers tell. */
import type { Revision } from '@site/release-model/revision';
import { adoptionSchema, edgesSchema, healthSchema } from '@site/release-model/registry-answers';
import type { EnvironmentTransport } from './transport';

export const edgeCalls = ({ call, here }: EnvironmentTransport) => ({
  /** The edges that reported themselves within the last half minute. */
  edges: async () => (await call(edgesSchema, `${here}/edges`)).edges,
  /** The same, once all of them serve the revision or a newer one, or after so many seconds; earlier if the registry does not wait. */
  edgesServing: async ({ epoch, number }: Pick<Revision, 'epoch' | 'number'>, waitSeconds: number) =>
    (await call(edgesSchema, `${here}/edges?epoch=${epoch}&number=${number}&wait=${waitSeconds}`)).edges,
  /** Of the last hours. Needs a token. */
  health: async (hours: number) => (await call(healthSchema, `${here}/health?hours=${hours}`)).parts,
  /** Which releases visitors had in the last hours. Needs a token. @param part All parts without one. */
  adoption: (hours: number, part?: string) =>
    call(adoptionSchema, `${here}/adoption?hours=${hours}${part === undefined ? '' : `&part=${encodeURIComponent(part)}`}`),
});
