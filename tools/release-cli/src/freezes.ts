import { FREEZE_EXAMPLES, parseFreeze } from '@site/release-model/freeze-text';
import type { Freeze } from '@site/release-model/rules';
import { EXIT, Failure } from './failure';

/** @throws Failure unless the text is a freeze as people write it. */
export function freezeOf(text: string): Freeze {
  const freeze = parseFreeze(text);
  if (freeze) return freeze;
  throw new Failure(`'${text}' is not a freeze. Write ${FREEZE_EXAMPLES}.`, EXIT.usage);
}
