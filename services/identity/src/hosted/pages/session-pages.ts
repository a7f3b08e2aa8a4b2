/** Where an account is signed in. */
import type { Session } from '../../tables';
import { type AccountView, backToAccount } from './account-pages';
import { buttonForm } from './form';
import { html } from './html';
import { layout } from './layout';
import { moment, momentInWords } from './moment';

export type ShownSession = Pick<Session, 'id' | 'device' | 'network' | 'beganAt' | 'lastUsedAt'> & { isThisOne: boolean };

export function sessionsPage({ site, links, csrf, sessions }: AccountView & { sessions: readonly ShownSession[] }): string {
  const others = sessions.filter(({ isThisOne }) => !isThisOne);
  return layout(site, {
    title: 'Where you are signed in',
    lead: 'Sign out what you do not know or do not use any more, and change your password if somebody else signed in.',
    body: html`<ul class="entries">
        ${sessions.map(
          ({ id, device, network, beganAt, lastUsedAt, isThisOne }) =>
            html`<li>
              <p><strong>${device}</strong>${isThisOne && html` <span class="tag">This browser</span>`}</p>
              <p class="hint">Since ${moment(beganAt)}, from the network ${network}</p>
              <p class="hint">Last used ${moment(lastUsedAt)}</p>
              ${!isThisOne && buttonForm(links.sessions, csrf, 'Sign out', 'link', { id }, `of ${device}, since ${momentInWords(beganAt)}`)}
            </li>`,
        )}
      </ul>
      ${others.length > 0 && buttonForm(links.endOtherSessions, csrf, 'Sign out everywhere else', 'quiet')}${backToAccount(links)}`,
  });
}
