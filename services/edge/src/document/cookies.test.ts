import { describe, expect, it } from '@jest/globals';
import type { Parts } from '@site/release-model/target';
import type { FastifyRequest } from 'fastify';
import type { Previews } from '../preview/previews';
import { previewCookie, previewOf } from './preview-cookie';
import { recognize } from './visitor';

const ID = 'a'.repeat(32);
const release = { id: 'sha256-1', version: '1.0.0' };
const parts: Parts = {
  shell: {
    stable: release,
    candidate: { release: { ...release, id: 'sha256-2' }, basisPoints: 5_000, cohort: 'c' },
    fallback: null,
    disabled: null,
  },
};

describe('a cookie of the edge behind https', () => {
  it('has a name that browsers take from this host alone, and counts under that name only', () => {
    expect(recognize(undefined, parts, true).setCookie).toMatch(
      /^__Host-visitor=[0-9a-f]{32}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(recognize(`__Host-visitor=${ID}`, parts, true)).toMatchObject({ id: ID, setCookie: null });
    expect(recognize(`visitor=${ID}`, parts, true).id).not.toBe(ID);
    expect(recognize(`__Host-visitor=${ID}`, parts, false).id).not.toBe(ID);
  });

  it('that shows a preview is none of the domain', async () => {
    const asked = (cookie: string) => ({ protocol: 'https', headers: { cookie } }) as FastifyRequest;
    const shown = { expiresAt: new Date(Date.now() + 60_000).toISOString() } as Parameters<typeof previewCookie>[2];
    expect(previewCookie(asked(''), 'token', shown)).toMatch(/^__Host-preview=token; Path=\/; .*; Secure$/);
    const previews = { open: async (token: string) => token } as unknown as Previews;
    expect(await previewOf(asked('__Host-preview=token'), previews)).toEqual({ kind: 'open', preview: 'token' });
    expect(await previewOf(asked('preview=token'), previews)).toEqual({ kind: 'none' });
  });

  it.each(['shell-fallback', '__Host-shell-fallback'])('of a script says which shells failed, as %s', (name) => {
    for (const isSecure of [true, false])
      expect(recognize(`a=b; ${name}=1.0.0_1.1.0`, parts, isSecure).failedShells).toEqual(['1.0.0', '1.1.0']);
  });
});
