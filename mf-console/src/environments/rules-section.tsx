import { useState } from 'react';
import type { ListedEnvironment, VersionedRules } from '@site/release-model/registry-answers';
import type { Rules } from '@site/release-model/rules';
import { Box, Button, Flex, Heading, Notice, Stack, Text } from '@site/ui';
import { Field, Input, Select, Switch } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { Form } from '../editing/form';
import { environmentsApi } from '../registry/environments.api';
import { describeRules } from './describe-rules';
import { GuardRule } from './guard-rule';

const MOST_APPROVALS = 5;
const REHEARSAL: Record<Rules['rehearsal'], string> = {
  none: 'Nobody is asked for one.',
  shown: 'A promotion says how it ended, or that there is none.',
  required: 'Nothing new becomes live without one that has passed.',
};
const LOCAL = { site: 'as the mode of the site says', yes: 'allowed', no: 'not allowed' } as const;

type Local = keyof typeof LOCAL;

const LOCAL_PREVIEWS = { site: undefined, yes: true, no: false } as const;

interface RulesSectionProps {
  environment: ListedEnvironment;
  mayChange: boolean;
}

/** Who else must approve a change, what a promotion needs, and whether a reason is asked for. */
export function RulesSection({ environment: { name, rules: versioned }, mayChange }: RulesSectionProps) {
  return (
    <Box as="section" aria-labelledby="rules">
      <Heading as="h2" id="rules" size="xl" mb="2">
        {`Rules of ${name}`}
      </Heading>
      <Text color="fg.muted" mb="4">
        {mayChange
          ? 'They hold for every command from then on. Rollbacks and switching off never wait for them.'
          : 'Who manages tokens of all parts changes them.'}
      </Text>
      {mayChange ? (
        <Stack gap="6">
          <RulesForm environment={name} versioned={versioned} />
          <GuardRule environment={name} versioned={versioned} />
        </Stack>
      ) : (
        <Stack as="ul" role="list" listStyleType="none" ps="0" gap="1">
          {describeRules(versioned.rules).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      )}
    </Box>
  );
}

/** The rules that this form holds. Freezes and the guard are changed beside it, also while something is chosen here. */
type Chosen = Pick<Rules, 'approvals' | 'rehearsal' | 'requireReason' | 'localPreviews'>;

const chosenOf = ({ approvals, rehearsal, requireReason, localPreviews }: Rules): Chosen => ({
  ...{ approvals, rehearsal, requireReason, localPreviews },
});

/** What was changed, and what it was changed from: what somebody else has chosen is not overwritten. */
interface Edit {
  basis: Chosen;
  values: Chosen;
}

function RulesForm({ environment, versioned }: { environment: string; versioned: VersionedRules }) {
  const [edit, setEdit] = useState<Edit | null>(null);
  const [reason, setReason] = useState('');
  const [setRules, { data: saved, error, isLoading, reset }] = environmentsApi.useConsoleSetRulesMutation();
  const { version, rules } = saved && saved.version > versioned.version ? saved : versioned;
  const newest = chosenOf(rules);
  const values = edit?.values ?? newest;
  const isOvertaken = edit !== null && JSON.stringify(edit.basis) !== JSON.stringify(newest);
  const change = (changed: Partial<Chosen>) => setEdit({ basis: edit?.basis ?? newest, values: { ...values, ...changed } });

  async function submit() {
    if (edit === null || isOvertaken || isLoading) return;
    const replaced = { version, rules: { ...rules, ...edit.values } };
    const { error: failure } = await setRules({ environment, replaced, reason: reason.trim() || null });
    if (failure) return;
    setEdit(null);
    setReason('');
  }

  return (
    <Form aria-label={`Rules of ${environment}`} maxW="xl" gap="4" onSubmit={() => void submit()}>
      {error && <FailureNotice failure={error} />}
      <Field label="How many others must approve a change">
        <Select value={String(values.approvals)} onChange={({ target }) => change({ approvals: Number(target.value) })}>
          {Array.from({ length: MOST_APPROVALS + 1 }, (_, count) => (
            <option key={count}>{count}</option>
          ))}
        </Select>
      </Field>
      <Field label="Rehearsal" help={REHEARSAL[values.rehearsal]}>
        <Select value={values.rehearsal} onChange={({ target }) => change({ rehearsal: target.value as Rules['rehearsal'] })}>
          {Object.keys(REHEARSAL).map((rule) => (
            <option key={rule}>{rule}</option>
          ))}
        </Select>
      </Field>
      <Field label="Previews with parts of somebody's own machine">
        <Select value={localOf(values)} onChange={({ target }) => change({ localPreviews: LOCAL_PREVIEWS[target.value as Local] })}>
          {Object.entries(LOCAL).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Switch checked={values.requireReason} onChange={({ target }) => change({ requireReason: target.checked })}>
        People must say why they change what is live
      </Switch>
      <Field label="Why the rules change" optional>
        <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {isOvertaken && (
        <Notice status="warning" role="alert" title="Somebody else has changed these rules meanwhile">
          What you have chosen was not carried out.
        </Notice>
      )}
      <Flex gap="3" wrap="wrap">
        {isOvertaken ? (
          <Button
            onClick={() => {
              setEdit(null);
              reset();
            }}
          >
            Look at their rules
          </Button>
        ) : (
          <Button type="submit" aria-disabled={edit === null || isLoading}>
            Change the rules
          </Button>
        )}
      </Flex>
      <Text role="status" textStyle="sm">
        {saved && edit === null && 'The rules are changed.'}
      </Text>
    </Form>
  );
}

const localOf = ({ localPreviews }: Chosen): Local => (localPreviews === undefined ? 'site' : localPreviews ? 'yes' : 'no');
