/** What the forms need of a bot check, whichever is configured. */
import type { BotAction, BotChallenge } from '@site/contracts/api/bot-check';

/** A token that passed. It counts once: its hash is spent in the transaction that stores the form. */
export interface PassedToken {
  /** Identifies the token; never the token itself. */
  hash: string;
  expiresAt: Date;
}

export interface BotCheck {
  /** A challenge for one form, or null where the check has none to hand out. */
  createChallenge(action: BotAction): Promise<BotChallenge | null>;
  /** The token if it is genuine, fresh and made for this action; else null. */
  check(token: string, action: BotAction): Promise<PassedToken | null>;
}
