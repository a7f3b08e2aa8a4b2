import { useState } from 'react';
import type { ListedEnvironment, VersionedRules } from '@site/release-model/registry-answers';
import { describeFreeze } from '@site/release-model/freeze-text';
import type { Freeze } from '@site/release-model/rules';
import { Box, Button, Flex, Heading, Stack, Text } from '@site/ui';
import { ReasonDialog } from '../display/reason-dialog';
import { environmentsApi } from '../registry/environments.api';
import { NewFreeze } from './new-freeze';

interface FreezesSectionProps {
  environment: ListedEnvironment;
  mayChange: boolean;
}

/** When nothing new becomes live. */
export function FreezesSection({ environment: { name, rules: versioned }, mayChange }: FreezesSectionProps) {
  const [removing, remove] = useState<Freeze | null>(null);
  const { freezes } = versioned.rules;
  return (
    <Box as="section" aria-labelledby="freezes">
      <Heading as="h2" id="freezes" size="xl" mb="2">
        {`Freezes of ${name}`}
      </Heading>
      <Text color="fg.muted" mb="4">
        While one lasts, nothing new becomes live. Rollbacks, switching off and the end of candidates go on.
      </Text>
      {freezes.length === 0 ? (
        <Text role="status">There is none.</Text>
      ) : (
        <Stack as="ul" role="list" listStyleType="none" ps="0" gap="2" aria-label={`Freezes of ${name}`}>
          {freezes.map((freeze) => (
            <Flex as="li" key={describeFreeze(freeze)} gap="3" justify="space-between" align="center" wrap="wrap">
              <Text>{describeFreeze(freeze)}</Text>
              {mayChange && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Remove the freeze ${describeFreeze(freeze)}`}
                  onClick={() => remove(freeze)}
                >
                  Remove
                </Button>
              )}
            </Flex>
          ))}
        </Stack>
      )}
      {mayChange && <NewFreeze environment={name} versioned={versioned} />}
      {removing && <RemoveDialog environment={name} versioned={versioned} freeze={removing} onClose={() => remove(null)} />}
    </Box>
  );
}

interface RemoveDialogProps {
  environment: string;
  versioned: VersionedRules;
  freeze: Freeze;
  onClose: () => void;
}

function RemoveDialog({ environment, versioned: { version, rules }, freeze, onClose }: RemoveDialogProps) {
  const [setRules, { error, isLoading }] = environmentsApi.useConsoleSetRulesMutation();
  const text = describeFreeze(freeze);

  async function submit(reason: string) {
    const freezes = rules.freezes.filter((other) => describeFreeze(other) !== text);
    if (!(await setRules({ environment, replaced: { version, rules: { ...rules, freezes } }, reason })).error) onClose();
  }

  return (
    <ReasonDialog
      title="Remove the freeze"
      failure={error}
      isBusy={isLoading}
      onConfirmed={(reason) => void submit(reason)}
      onClose={onClose}
    >
      {`${text}. What waits for its end goes on.`}
    </ReasonDialog>
  );
}
