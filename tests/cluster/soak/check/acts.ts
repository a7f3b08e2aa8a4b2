/** Whether the site has what it said it has. */
import type { Act } from '../journal';

export interface Kept {
  /** What each register holds. One that is not among them holds nothing. */
  registers: ReadonlyMap<string, string>;
  /** People whose accounts are erased, with everything that was theirs. */
  erased: ReadonlySet<string>;
}

/** Stands for any value, where an answer that was lost would have said which. */
export const ANY = '*';

/** What there is of a register that nobody has written, by its kind, once there is what it belongs to. */
const UNWRITTEN: Record<string, string> = { message: 'new', rank: '0', profile: 'f|private||' };

/** The person whom a register belongs to; undefined for what is nobody's. */
const OF_PEOPLE = /^(?:signup|account|profile|photo|demo|follow|rank|deletion) (\S+)/;

/**
 * @returns What differs, in words: of each register, the last acknowledged value must be there, or one that was sent after it and not answered.
 * Nothing may be left of somebody who is erased.
 */
export function lostActs(acts: readonly Act[], { registers, erased }: Kept): string[] {
  const findings: string[] = [];
  for (const [register, values] of allowedValues(acts)) {
    const person = OF_PEOPLE.exec(register)?.[1];
    const isErased = person !== undefined && erased.has(person);
    const has = registers.get(register) ?? null;
    if (isErased && has !== null) findings.push(`${register}: the account is erased, and this is left of it: ${has}`);
    else if (!isErased && !values.includes(has) && !values.includes(ANY))
      findings.push(`${register}: it should be ${values.map(inWords).join(' or ')}, and is ${inWords(has)}`);
  }
  return findings;
}

/** By register. */
function allowedValues(acts: readonly Act[]): Map<string, (string | null)[]> {
  const allowed = new Map<string, (string | null)[]>();
  for (const { register, value, state } of acts)
    allowed.set(register, state === 'acknowledged' ? [value] : [...(allowed.get(register) ?? beginning(register)), value]);
  return allowed;
}

function beginning(register: string): (string | null)[] {
  const unwritten = UNWRITTEN[register.split(' ')[0] ?? ''];
  return unwritten === undefined ? [null] : [null, unwritten];
}

const inWords = (value: string | null): string => (value === null ? 'nothing' : `'${value}'`);
