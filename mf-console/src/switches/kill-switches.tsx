import { useState } from 'react';
import { Badge, Box, Button, EmptyState, Flex, Heading, Stack, Text } from '@site/ui';
import { ActButton } from '../acting/act-button';
import { Answered } from '../display/answered';
import { registryApi } from '../registry/registry.api';
import { SwitchOffDialog } from './switch-off-dialog';

/** The pages of a part are taken away, and brought back. */
export function KillSwitches({ environment, mayChange }: { environment: string; mayChange: boolean }) {
  const current = registryApi.useConsoleCurrentQuery(environment);
  const [switchingOff, switchOff] = useState<string | null>(null);
  return (
    <Box as="section" aria-labelledby="switches">
      <Heading as="h2" id="switches" size="xl" mb="2">
        Kill switches
      </Heading>
      <Text color="fg.muted" mb="4">
        The pages of a part that is switched off answer with a message. Everything else goes on.
      </Text>
      <Answered answer={current} what={`what is live in ${environment}`}>
        {(revision) =>
          revision === null ? (
            <EmptyState title="Nothing is live yet" />
          ) : (
            <Stack as="ul" role="list" listStyleType="none" ps="0" gap="2">
              {Object.entries(revision.target.parts)
                .sort(([one], [other]) => one.localeCompare(other))
                .map(([name, { stable, disabled }]) => (
                  <Flex
                    as="li"
                    key={name}
                    borderWidth="1px"
                    borderRadius="l2"
                    px="4"
                    py="3"
                    gap="3"
                    wrap="wrap"
                    justify="space-between"
                    align="center"
                  >
                    <Box minW="0">
                      <Flex gap="2" align="center" wrap="wrap">
                        <Text fontWeight="semibold">{name}</Text>
                        <Text color="fg.muted">{stable.version}</Text>
                        {disabled && <Badge colorPalette="danger">switched off</Badge>}
                      </Flex>
                      {disabled && <Text textStyle="sm">{disabled.message}</Text>}
                    </Box>
                    {mayChange &&
                      (disabled ? (
                        <ActButton
                          environment={environment}
                          command={{ kind: 'enable', parts: [name] }}
                          title={`Switch on ${name}`}
                          meaning="Its pages are back with the next document."
                        >
                          Switch on
                        </ActButton>
                      ) : (
                        <Button
                          size="sm"
                          variant="outline"
                          colorPalette="danger"
                          aria-label={`Switch off ${name}`}
                          onClick={() => switchOff(name)}
                        >
                          Switch off
                        </Button>
                      ))}
                  </Flex>
                ))}
            </Stack>
          )
        }
      </Answered>
      {switchingOff !== null && <SwitchOffDialog environment={environment} part={switchingOff} onClose={() => switchOff(null)} />}
    </Box>
  );
}
