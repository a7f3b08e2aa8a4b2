/** What happened to an account, for its owner. */
import { SECURITY_EVENTS, type SecurityEvent } from '../../security/security-log';
import { type AccountView, backToAccount } from './account-pages';
import { html } from './html';
import { layout } from './layout';
import { moment } from './moment';

const WHO: Record<SecurityEvent['actor'], string> = { owner: '', administrator: ' by us', unknown: '' };

export function activityPage({ site, links, events }: AccountView & { events: readonly SecurityEvent[] }): string {
  return layout(site, {
    title: 'Recent activity',
    lead: 'What happened to your account of late. If something was not you, change your password.',
    body: html`<ul class="entries">
        ${events.map(
          ({ at, kind, actor, device, network, detail }) =>
            html`<li>
              <p><strong>${SECURITY_EVENTS[kind]}</strong>${WHO[actor]}${detail && WITH_DETAIL.has(kind) && html` (${detail})`}</p>
              <p class="hint">${moment(at)}</p>
              ${device && html`<p class="hint">${device}, from the network ${network}</p>`}
            </li>`,
        )}
      </ul>
      ${backToAccount(links)}`,
  });
}

/** The methods of a sign-in are named in the protocol's words, for the operator. */
const WITH_DETAIL: ReadonlySet<SecurityEvent['kind']> = new Set(['sign-in-ended', 'groups-changed', 'details-changed']);
