/** For tests only: an authenticator without a device, which signs whatever it is told to, also what a real one would refuse. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Ceremony {
  challenge: string;
  origin?: string;
  rpId?: string;
  /** Whether the person was verified, by a finger or a screen lock. */
  verified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** @param site Origin for which it makes its passkey. */
export function createSoftwareAuthenticator(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credential = { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} };
  let userHandle = '';
  let counter = 0;

  const clientData = (type: string, { challenge, origin = site }: Ceremony) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });

  function authenticatorData({ rpId = new URL(site).hostname, verified = true }: Ceremony, attested?: Uint8Array): Buffer {
    const flags = PRESENT | (verified ? VERIFIED : 0) | (attested ? ATTESTED : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), rest, attested ?? Buffer.alloc(0)]);
  }

  return {
    id: credential.id,
    /** Sets the number of uses that it tells next. */
    countFrom: (next: number) => (counter = next),
    /** What a page's script sends of a new passkey. @param handle The account, as the page names it. */
    create(ceremony: Ceremony & { handle: string }): string {
      userHandle = encode(ceremony.handle);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: an elliptic key (2) for ES256 (-7) on P-256 (1).
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData(ceremony, attested))],
        ]) as never,
      );
      const response = { clientDataJSON: encode(clientData('webauthn.create', ceremony)), attestationObject: encode(attestationObject) };
      return JSON.stringify({ ...credential, response: { ...response, transports: ['internal'] } });
    },
    /** What a page's script sends of a use. */
    get(ceremony: Ceremony & { handle?: string }): string {
      const data = authenticatorData(ceremony);
      const client = clientData('webauthn.get', ceremony);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
        userHandle: ceremony.handle === undefined ? userHandle : encode(ceremony.handle),
      };
      return JSON.stringify({ ...credential, response });
    },
  };
}
