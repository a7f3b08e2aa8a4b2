import type { Db } from '@site/platform/database';

/** What the product keeps of a person beside the account. The composition root gives it: the provider knows no product. */
export interface MemberRecord {
  /** City and state; null where the product keeps none of this person. */
  readLocation(db: Db, sub: string): Promise<string | null>;
  /** Takes over what the person corrected, in the transaction of the account and before that is changed: an erasure takes both in this order. */
  correct(tx: Db, sub: string, correction: { email?: string; fullName?: string; phone?: string; location?: string }): Promise<void>;
}

export const NO_MEMBER_RECORD: MemberRecord = { readLocation: async () => null, correct: async () => undefined };
