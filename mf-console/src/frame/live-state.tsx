import { Box, Flex } from '@site/ui';
import { registryApi } from '../registry/registry.api';

const WORDS = {
  connecting: { color: 'fg.subtle', text: 'Connecting' },
  live: { color: 'success.solid', text: 'Live' },
  lost: { color: 'warning.solid', text: 'Connection lost, trying again' },
} as const;

/** Follows the environment for as long as it is shown, and says whether changes arrive. */
export function LiveState({ environment }: { environment: string }) {
  const { data: connection = 'connecting' } = registryApi.useConsoleConnectionQuery(environment);
  const { color, text } = WORDS[connection];
  return (
    <Flex as="span" role="status" align="center" gap="2">
      <Box as="span" boxSize="2.5" borderRadius="full" bg={color} forcedColorAdjust="none" aria-hidden="true" />
      {text}
    </Flex>
  );
}
