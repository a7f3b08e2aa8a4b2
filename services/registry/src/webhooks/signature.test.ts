import { expect, it } from '@jest/globals';
import { createSecret, signaturesOf } from './signature';

/** Of the reference implementations of Standard Webhooks. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, payload: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

it('signs as the published vector of Standard Webhooks says', () => {
  expect(signaturesOf([VECTOR.secret], VECTOR.message)).toBe(VECTOR.signature);
});

it('signs with the secret of before beside the present one, so that a receiver may know either', () => {
  const signatures = signaturesOf([createSecret(), VECTOR.secret], VECTOR.message).split(' ');
  expect(signatures).toEqual([expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/), VECTOR.signature]);
});

it('makes secrets of 256 bits in the form of the scheme', () => {
  expect(createSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(createSecret()).not.toBe(createSecret());
});
