/** For tests only: people who are signed in at an identity provider that does not exist. */
import type { TokenVerifier } from '@site/platform/jwt';
import { platformError } from '@site/platform/errors';
import { bearerOf } from '@site/platform/tokens';

interface Claims {
  groups?: string[];
  /** Default: now. */
  issuedAt?: Date;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What the access token of a person would say, in the form of one. */
export const accessTokenOf = (sub: string, { groups = [], issuedAt = new Date() }: Claims = {}): string =>
  `header.${encoded({ sub, groups, issuedAt: issuedAt.toISOString() })}.signature`;

/** Believes them. */
export const testVerifier: TokenVerifier = {
  async verify(authorization) {
    const [header, payload = '', signature] = bearerOf(authorization)?.split('.') ?? [];
    if (header !== 'header' || signature !== 'signature') throw platformError('unauthorized');
    const { sub, groups, issuedAt } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Required<Omit<Claims, 'issuedAt'>> & {
      sub: string;
      issuedAt: string;
    };
    return { sub, username: sub, groups, issuedAt: new Date(issuedAt) };
  },
};
