/** A mail to one member of a peer group, with the way out of it in the text and, for mail programs, in the headers of RFC 8058. */
import type { GroupMail } from '@site/contracts/api/desk';
import type { Mail } from '@site/platform/mail';
import type { ApiServices } from '../../api-server';
import { apiOriginOf } from '../../config';
import type { Recipient } from './recipient.repository';

export function groupMail(
  to: Pick<Recipient, 'email' | 'unsubscribeToken'>,
  { subject, text }: Pick<GroupMail, 'subject' | 'text'>,
  { config, basePath }: Pick<ApiServices, 'config' | 'basePath'>,
): Mail {
  const unsubscribeUrl = new URL(`${basePath}/unsubscribe/${to.unsubscribeToken}`, apiOriginOf(config)).href;
  return {
    to: to.email,
    subject,
    text: `${text}\n\n--\nYou receive this because you turned notifications on at ${config.BRAND}. Unsubscribe: ${unsubscribeUrl}`,
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
