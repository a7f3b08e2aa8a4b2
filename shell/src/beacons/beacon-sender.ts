/** Reports to the registry what the visitor's page met, without waiting and without ever failing. */
import { BEACONS_PATH, type Beacon } from '@site/contracts/beacon';
import type { Composition } from '@site/contracts/composition';

export type SendBeacon = (beacon: Omit<Beacon, 'environment' | 'revision'>) => void;

const MESSAGE_LENGTH = 500;

export function beaconSender({ environment, revision }: Pick<Composition, 'environment' | 'revision'>): SendBeacon {
  return (beacon) => {
    const body: Beacon = { ...beacon, message: beacon.message?.slice(0, MESSAGE_LENGTH) ?? null, environment, revision };
    navigator.sendBeacon(BEACONS_PATH, JSON.stringify(body));
  };
}
