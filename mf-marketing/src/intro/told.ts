/** What the intro form says of what was sent. */
import { telling, type Told } from '@site/ui/form';
import type { ContactProblems } from './contact-rules';

interface ToldOfMessage extends Told {
  /** By the server, until the field is changed. */
  refused: ContactProblems;
  refusal: { fieldId: string } | null;
  notices: readonly string[];
}

export const NOTHING_TOLD: ToldOfMessage = { validated: false, refused: {}, refusal: null, notices: [] };

export const { tell, useTold } = telling(NOTHING_TOLD);
