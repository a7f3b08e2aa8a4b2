/** A freeze as a form has it. */
import type { Freeze, WeeklyFreeze } from '@site/release-model/rules';

export interface WindowText {
  kind: 'once' | 'weekly';
  /** Of one that is once: local times, as `datetime-local` has them. */
  begin: string;
  end: string;
  /** Of one that is every week. */
  fromDay: WeeklyFreeze['days'][number];
  from: string;
  toDay: WeeklyFreeze['days'][number];
  to: string;
  timeZone: string;
  reason: string;
}

export type Problems = Partial<Record<keyof WindowText, string | undefined>>;

export const emptyWindow = (): WindowText => ({
  ...{ kind: 'once', begin: '', end: '', fromDay: 'fri', from: '16:00', toDay: 'mon', to: '08:00', reason: '' },
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export function problemsOf(window: WindowText): Problems {
  const { kind, begin, end, from, to, timeZone, reason } = window;
  const missing = (text: string, words: string) => (text.trim() === '' ? words : undefined);
  const problems =
    kind === 'once'
      ? {
          begin: missing(begin, 'Say when it begins'),
          end: missing(end, 'Say when it ends') ?? (end <= begin ? 'It ends after it begins' : undefined),
        }
      : { from: missing(from, 'Say when it begins'), to: missing(to, 'Say when it ends'), timeZone: missing(timeZone, 'Name a time zone') };
  const all: Problems = { ...problems, reason: missing(reason, 'Say why') };
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined));
}

/** Of a window without problems. */
export function freezeOf({ kind, begin, end, fromDay, from, toDay, to, timeZone, reason }: WindowText): Freeze {
  const why = reason.trim();
  if (kind === 'once') return { from: new Date(begin).toISOString(), to: new Date(end).toISOString(), reason: why };
  return { days: [fromDay], from, to, toDay, timeZone: timeZone.trim(), reason: why };
}
