import { useState } from 'react';
import { DEFAULT_GUARD, describeGuard, type Guard } from '@site/release-model/guard';
import type { VersionedRules } from '@site/release-model/registry-answers';
import { guardOf } from '@site/release-model/rules';
import { Button, Stack, Text } from '@site/ui';
import * as z from 'zod/mini';
import { ItemDialog } from '../editing/item-dialog';
import type { ItemField } from '../editing/item-fields';
import { environmentsApi } from '../registry/environments.api';

const FIELDS: ItemField[] = [
  {
    name: 'kind',
    label: 'Plans that do not say it',
    kind: 'choice',
    options: [
      ['bounds', 'have this guard'],
      ['none', 'have no guard'],
    ],
  },
  { name: 'documents', label: 'Documents from which on it looks', kind: 'number', help: 'Fewer of the candidate say nothing.' },
  {
    name: 'percent',
    label: 'False alarms, in percent',
    kind: 'line',
    help: 'Of a hundred plans whose releases are no worse, so many are ended at most.',
  },
  { name: 'reason', label: 'Reason', kind: 'line', optional: true },
];

const DOCUMENTS = 'A whole number from 1 to 1000000';

const formSchema = z.object({
  kind: z.enum(['bounds', 'none']),
  documents: z.int(DOCUMENTS).check(z.minimum(1, DOCUMENTS), z.maximum(1_000_000, DOCUMENTS)),
  percent: z.string().check(z.refine((text) => Number(text) > 0 && Number(text) <= 10, 'More than 0 and at most 10')),
  reason: z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')),
});

type Values = z.infer<typeof formSchema>;

const valuesOf = (guard: Guard | null): Values => {
  const { minimumDocuments, errorRate } = guard ?? DEFAULT_GUARD;
  return {
    kind: guard ? 'bounds' : 'none',
    documents: minimumDocuments,
    percent: String(Number((errorRate * 100).toPrecision(4))),
    reason: '',
  };
};

const chosenGuard = ({ kind, documents, percent }: Values): Guard | null =>
  kind === 'none' ? null : { minimumDocuments: documents, errorRate: Number((Number(percent) / 100).toPrecision(6)) };

interface GuardRuleProps {
  environment: string;
  versioned: VersionedRules;
}

/** What guards plans by default, of which each can say otherwise. */
export function GuardRule({ environment, versioned: { version, rules } }: GuardRuleProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [setRules] = environmentsApi.useConsoleSetRulesMutation();
  const guard = guardOf(rules);
  return (
    <Stack gap="3" align="flex-start">
      <Text>{`Plans that do not say it: ${guard ? describeGuard(guard) : 'no guard'}.`}</Text>
      <Button size="sm" variant="outline" onClick={() => setIsOpen(true)}>
        {`Change the guard of ${environment}`}
      </Button>
      {isOpen && (
        <ItemDialog
          title={`The guard of plans in ${environment}`}
          doIt="Set the guard"
          done="The guard is set. Plans that are under way keep theirs."
          fields={FIELDS}
          schema={formSchema}
          item={{ version, values: valuesOf(guard) }}
          save={(values, seen) =>
            setRules({
              environment,
              replaced: { version: seen, rules: { ...rules, guard: chosenGuard(values) } },
              reason: values.reason || null,
            })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </Stack>
  );
}
