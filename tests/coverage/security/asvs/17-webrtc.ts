import { type Chapter, of, type Requirement } from '../requirement';

const absent = { absent: 'There is no WebRTC.' };
const all = (section: string, ...asks: [number, string][]): Requirement[] =>
  asks.map(([number, what]) => of(section)(number, 2, what, absent));

export const webrtc: Chapter = {
  title: 'V17 WebRTC',
  requirements: [
    ...all('V17.1', [1, 'The TURN server leads to no reserved address.']),
    ...all(
      'V17.2',
      [1, 'The key of DTLS is kept by the policy of keys.'],
      [2, 'DTLS has approved ciphers.'],
      [3, 'SRTP is authenticated at the media server.'],
      [4, 'The media server goes on with malformed SRTP.'],
    ),
    ...all('V17.3', [1, 'The signalling server goes on in a flood.'], [2, 'The signalling server goes on with malformed messages.']),
  ],
};
