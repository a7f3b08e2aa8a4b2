/** Reports to the registry what the visitor's page met, without waiting and without ever failing. */
import type { Beacon } from '@site/contracts/beacon';
import type { Composition } from '@site/contracts/composition';
import { BEACONS_PATH } from '@site/contracts/names';

export type SendBeacon = (beacon: Omit<Beacon, 'environment' | 'revision' | 'seal' | 'document'>) => void;

const MESSAGE_LENGTH = 500;

export function beaconSender({ environment, revision, seal }: Pick<Composition, 'environment' | 'revision' | 'seal'>): SendBeacon {
  // What the document has reported by itself is no second failure. `crypto.randomUUID` exists on secure origins only.
  const document = window.siteStart?.document ?? Math.random().toString(36).slice(2);
  return (beacon) => {
    const body: Beacon = { ...beacon, message: beacon.message?.slice(0, MESSAGE_LENGTH) ?? null, environment, revision, seal, document };
    navigator.sendBeacon(BEACONS_PATH, JSON.stringify(body));
  };
}
