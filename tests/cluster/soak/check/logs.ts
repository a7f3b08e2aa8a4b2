/** What no log may say. */

/** Something that a log must not hold: what to look for, and what to call it in a finding, which may be read by others. */
export interface Secret {
  name: string;
  text: string;
}

const UNHANDLED = /unhandled|uncaught|a failure that nobody handles|MaxListenersExceeded/i;

/** @param logs By the name of the process. */
export function logFindings(logs: ReadonlyMap<string, string>, secrets: readonly Secret[]): string[] {
  const findings: string[] = [];
  for (const [process, log] of logs) {
    for (const { name, text } of secrets) if (log.includes(text)) findings.push(`${process} logs ${name}`);
    const unhandled = log.split('\n').filter((line) => UNHANDLED.test(line));
    if (unhandled.length > 0)
      findings.push(`${process} logs ${unhandled.length} unhandled failures, such as: ${unhandled[0]?.slice(0, 300)}`);
  }
  return findings;
}
