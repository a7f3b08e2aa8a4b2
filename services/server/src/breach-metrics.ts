import { Counter, type Registry } from 'prom-client';
import type { BreachOutcome } from '@site/identity/accounts/breached-passwords';

const NAME = 'password_breach_checks_total';

/** Counts questions to the list of breached passwords. Attempts to open a role may share a registry. */
export function countBreachChecks(registry: Registry): (outcome: BreachOutcome) => void {
  const counter =
    (registry.getSingleMetric(NAME) as Counter<'outcome'> | undefined) ??
    new Counter({
      name: NAME,
      help: 'New passwords that were looked for among breached ones: known, unknown, or failed, which lets them through',
      labelNames: ['outcome'],
      registers: [registry],
    });
  return (outcome) => counter.inc({ outcome });
}
