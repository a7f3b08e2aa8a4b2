/** What the site was asked to keep, and what it said to that. */
import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * One write. A register is what it was about, in words that begin with its kind and, for what belongs to a person, go on with that person:
 * `profile ada`, `demo ada 7`. Only one actor writes a register, one write after the other.
 */
export interface Act {
  register: string;
  /** What the register holds after it, as text; null for nothing. */
  value: string | null;
  /** Without an answer nobody knows whether it came to pass. What was refused is no act. */
  state: 'acknowledged' | 'unanswered';
}

export interface Journal {
  /** In the order in which they were answered. */
  acts: readonly Act[];
  note(act: Act): void;
  close(): void;
}

/** @param file To which each act goes as soon as it is noted, for whoever looks for a reason afterwards. */
export function openJournal(file: string): Journal {
  const output = openSync(file, 'w');
  const acts: Act[] = [];
  return {
    acts,
    note(act) {
      acts.push(act);
      writeSync(output, `${JSON.stringify({ at: new Date().toISOString(), ...act })}\n`);
    },
    close: () => closeSync(output),
  };
}
