/** Who sees what of a playbook of the database: the rule is in the contracts, because the desk shows what it comes to. */
import * as view from '@site/contracts/api/playbook-view';
import type { Playbook } from '@site/contracts/api/playbooks';
import { playbookOf } from './playbook-values';
import type { MemberRow, PlaybookRow } from './tables';

export { VISITOR } from '@site/contracts/api/playbook-view';

export const playerReader = ({ tesseraRank, subscriptionUntil }: MemberRow, now = new Date()): view.Reader => ({
  isSignedIn: true,
  tesseraRank,
  hasSubscription: subscriptionUntil !== null && subscriptionUntil > now,
});

export const playbookState = (row: PlaybookRow, reader: view.Reader) => view.playbookState(playbookOf(row), reader);

export const playbookFor = (row: PlaybookRow, reader: view.Reader): Playbook => view.playbookFor(playbookOf(row), reader);
