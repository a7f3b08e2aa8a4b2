import { useState } from 'react';
import { Badge, Box, Button, EmptyState, Flex, Heading, Stack, Text } from '@site/ui';
import { ActDialog } from '../acting/act-dialog';
import { Answered } from '../display/answered';
import { registryApi } from '../registry/registry.api';
import { SwitchOffDialog } from './switch-off-dialog';

/** The pages of a part are taken away, and brought back. */
export function KillSwitches({ environment, mayChange }: { environment: string; mayChange: boolean }) {
  const current = registryApi.useConsoleCurrentQuery(environment);
  // Kept here: a part that has been switched no longer has the button that opened its dialog.
  const [switching, setSwitching] = useState<{ part: string; on: boolean } | null>(null);
  const close = () => setSwitching(null);
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
                    {mayChange && (
                      <Button
                        size="sm"
                        variant="outline"
                        {...(!disabled && { colorPalette: 'danger' })}
                        aria-label={`Switch ${disabled ? 'on' : 'off'} ${name}`}
                        onClick={() => setSwitching({ part: name, on: disabled !== null })}
                      >
                        {disabled ? 'Switch on' : 'Switch off'}
                      </Button>
                    )}
                  </Flex>
                ))}
            </Stack>
          )
        }
      </Answered>
      {switching?.on === false && <SwitchOffDialog environment={environment} part={switching.part} onClose={close} />}
      {switching?.on && (
        <ActDialog
          title={`Switch on ${switching.part}`}
          doIt={`Switch on ${switching.part}`}
          meaning={() => 'Its pages are back with the next document.'}
          environment={environment}
          command={{ kind: 'enable', parts: [switching.part] }}
          onClose={close}
        />
      )}
    </Box>
  );
}
