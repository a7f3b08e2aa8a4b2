import { useState } from 'react';
import type { ListedEnvironment } from '@site/release-model/registry-answers';
import { describeFreeze, FREEZE_EXAMPLES, parseFreeze } from '@site/release-model/freeze-text';
import type { Rules } from '@site/release-model/rules';
import { Box, Button, chakra, Flex, Heading, Stack, Text } from '@site/ui';
import { Field, Input, Select, Switch } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { registryApi } from '../registry/registry.api';

const MOST_APPROVALS = 5;
const APPROVERS = [
  'Nobody else has',
  'One other person has',
  'Two others have',
  'Three others have',
  'Four others have',
  'Five others have',
];

/** When nothing new becomes live, who else must approve it, and whether a reason is asked for. */
export function RulesSection({
  environment: { name, rules: versioned },
  mayChange,
}: {
  environment: ListedEnvironment;
  mayChange: boolean;
}) {
  const [setRules, { error, isLoading }] = registryApi.useConsoleSetRulesMutation();
  const { rules, version } = versioned;
  const change = (changed: Partial<Rules>) => setRules({ environment: name, replaced: { version, rules: { ...rules, ...changed } } });

  return (
    <Box as="section" aria-labelledby="rules">
      <Heading as="h2" id="rules" size="xl" mb="2">
        Rules
      </Heading>
      <Text color="fg.muted" mb="4">
        {mayChange ? 'A change holds at once, for every command after it.' : 'Who manages tokens changes them.'}
      </Text>
      <Stack gap="5" maxW="xl">
        {error && <FailureNotice failure={error} title="It is refused" />}
        <Stack gap="2">
          <Heading as="h3" size="md">
            Freezes
          </Heading>
          {rules.freezes.length === 0 && <Text>There is none.</Text>}
          {rules.freezes.map((freeze, index) => (
            <Flex key={describeFreeze(freeze)} gap="3" justify="space-between" align="center" wrap="wrap">
              <Text>{describeFreeze(freeze)}</Text>
              {mayChange && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Remove the freeze ${describeFreeze(freeze)}`}
                  aria-disabled={isLoading}
                  onClick={() => void change({ freezes: rules.freezes.filter((_, other) => other !== index) })}
                >
                  Remove
                </Button>
              )}
            </Flex>
          ))}
          {mayChange && <NewFreeze onAdd={async (freeze) => !(await change({ freezes: [...rules.freezes, freeze] })).error} />}
        </Stack>
        {mayChange ? (
          <>
            <Field label="How many others must approve a change">
              <Select
                maxW="32"
                value={String(rules.approvals)}
                disabled={isLoading}
                onChange={({ target }) => void change({ approvals: Number(target.value) })}
              >
                {Array.from({ length: MOST_APPROVALS + 1 }, (_, count) => (
                  <option key={count}>{count}</option>
                ))}
              </Select>
            </Field>
            <Switch
              checked={rules.requireReason}
              disabled={isLoading}
              onChange={({ target }) => void change({ requireReason: target.checked })}
            >
              People must say why
            </Switch>
          </>
        ) : (
          <Text>
            {`${APPROVERS[rules.approvals]} to approve a change. ${rules.requireReason ? 'People must say why.' : 'A reason is not asked for.'}`}
          </Text>
        )}
      </Stack>
    </Box>
  );
}

/** @param onAdd Answers whether it was added. */
function NewFreeze({ onAdd }: { onAdd: (freeze: Rules['freezes'][number]) => Promise<boolean> }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();

  async function submit() {
    const freeze = parseFreeze(text.trim());
    setProblem(freeze ? undefined : `Write ${FREEZE_EXAMPLES}`);
    if (freeze && (await onAdd(freeze))) setText('');
  }

  return (
    <chakra.form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label="Another freeze" help="Such as: fri 16:00 - mon 08:00 Europe/Berlin: weekend" error={problem}>
        <Input value={text} maxLength={300} spellCheck={false} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button type="submit" size="sm" variant="outline" mt="2">
        Add the freeze
      </Button>
    </chakra.form>
  );
}
