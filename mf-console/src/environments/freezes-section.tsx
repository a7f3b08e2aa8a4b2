import type { ListedEnvironment, VersionedRules } from '@site/release-model/registry-answers';
import { describeFreeze } from '@site/release-model/freeze-text';
import type { Freeze } from '@site/release-model/rules';
import { Box, Flex, Heading, Stack, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { environmentsApi } from '../registry/environments.api';
import { freezeText } from './describe-rules';
import { NewFreeze } from './new-freeze';

interface FreezesSectionProps {
  environment: ListedEnvironment;
  mayChange: boolean;
}

/** When nothing new becomes live. */
export function FreezesSection({ environment: { name, rules: versioned }, mayChange }: FreezesSectionProps) {
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
        <Stack as="ul" role="list" listStyleType="none" ps="0" gap={{ base: '5', md: '2' }} aria-label={`Freezes of ${name}`}>
          {freezes.map((freeze) => (
            <Flex as="li" key={describeFreeze(freeze)} columnGap="3" rowGap="2" justify="space-between" align="center" wrap="wrap">
              <Text>{freezeText(freeze)}</Text>
              {mayChange && <Remove environment={name} versioned={versioned} freeze={freeze} />}
            </Flex>
          ))}
        </Stack>
      )}
      {mayChange && <NewFreeze environment={name} versioned={versioned} />}
    </Box>
  );
}

interface RemoveProps {
  environment: string;
  versioned: VersionedRules;
  freeze: Freeze;
}

function Remove({ environment, versioned: { version, rules }, freeze }: RemoveProps) {
  const [setRules] = environmentsApi.useConsoleSetRulesMutation();
  const text = describeFreeze(freeze);
  const freezes = rules.freezes.filter((other) => describeFreeze(other) !== text);
  return (
    <ConfirmButton
      title={`Remove the freeze ${freezeText(freeze)}`}
      colorPalette="accent"
      meaning="What waits for its end goes on."
      asksWhy
      done="The freeze is removed."
      act={(reason) => setRules({ environment, replaced: { version, rules: { ...rules, freezes } }, reason })}
    >
      Remove
    </ConfirmButton>
  );
}
