/** The cookie with which a browser is in a preview. */
import type { PlainRequest } from '@site/platform/finished-answers';
import { UntrustedError } from '@site/release-model/envelope';
import type { Shown } from '@site/release-model/preview';
import type { FastifyRequest } from 'fastify';
import type { Previews } from '../preview/previews';
import { cookie, cookieOf } from './cookies';

const COOKIE = 'preview';

const isSecure = ({ protocol }: FastifyRequest) => protocol === 'https';

export const previewCookie = (request: FastifyRequest, token: string, { expiresAt }: Shown): string =>
  cookie(COOKIE, token, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000), isSecure(request));

export const noPreviewCookie = (request: FastifyRequest): string => cookie(COOKIE, '', 0, isSecure(request));

/** Whether the cookies have one of a preview, in whichever state. */
export const namesPreview = ({ headers, isSecure: secure }: Pick<PlainRequest, 'headers' | 'isSecure'>): boolean =>
  cookieOf(headers.cookie, COOKIE, secure) !== null;

/** `ended`: there is a cookie that shows nothing any more, or never did. */
export type PreviewOfBrowser = { kind: 'none' } | { kind: 'ended' } | { kind: 'open'; preview: Shown };

/** @throws NotShownError while the trusted keys cannot be read. */
export async function previewOf(request: FastifyRequest, previews: Previews): Promise<PreviewOfBrowser> {
  const token = cookieOf(request.headers.cookie, COOKIE, isSecure(request));
  if (token === null) return { kind: 'none' };
  try {
    return { kind: 'open', preview: await previews.open(token) };
  } catch (error) {
    if (error instanceof UntrustedError) return { kind: 'ended' };
    throw error;
  }
}
