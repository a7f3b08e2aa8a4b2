import { useId } from 'react';
import { NavLink } from '@site/router';
import type { Whoami } from '@site/release-model/registry-answers';
import { Box, chakra, Container, Flex, Heading, PAGE_HEADING_ID, Text, VisuallyHidden } from '@site/ui';
import { Select } from '@site/ui/form';
import { RollbackButton } from '../acting/rollback-button';
import { consoleAddress, ENVIRONMENT_PARAMETER, USUAL_ENVIRONMENT, useEnvironment } from '../addresses';
import { registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { LiveState } from './live-state';

const VIEWS = [
  ['', 'Overview'],
  ['promote', 'Promote'],
  ['switches', 'Locks and switches'],
  ['history', 'History'],
  ['plans', 'Plans'],
  ['proposals', 'Proposals'],
  ['previews', 'Previews'],
  ['environments', 'Environments'],
  ['people', 'Teams and grants'],
  ['audit', 'Audit'],
  ['tokens', 'Tokens'],
  ['webhooks', 'Webhooks'],
] as const;

/** For who manages tokens. */
const MANAGED: readonly string[] = ['tokens', 'webhooks'];

const ViewLink = chakra(NavLink, {
  base: {
    flexShrink: '0',
    py: '2.5',
    px: '3',
    textStyle: 'sm',
    fontWeight: 'semibold',
    color: 'fg.muted',
    textDecoration: 'none',
    borderBottomWidth: '3px',
    borderColor: 'transparent',
    _hover: { color: 'fg' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-current=page]': { color: 'accent.fg', borderColor: 'accent.solid' },
  },
});

interface ConsoleHeaderProps {
  title: string;
  hasEnvironment: boolean;
  person: Whoami;
}

export function ConsoleHeader({ title, hasEnvironment, person }: ConsoleHeaderProps) {
  const environment = useEnvironment();
  return (
    <Box as="header" bg="bg.subtle" borderBottomWidth="1px">
      <Container pt={{ base: '6', md: '8' }}>
        <Flex wrap="wrap" justify="space-between" align="flex-end" gap="4">
          <Box minW="0">
            <Text textStyle="eyebrow" color="accent.fg" mb="1">
              Console
            </Text>
            <Heading as="h1" id={PAGE_HEADING_ID} tabIndex={-1} size="4xl">
              {title}
            </Heading>
            <Flex mt="2" gap="3" wrap="wrap" textStyle="sm" color="fg.muted">
              <LiveState environment={environment} />
              <span>{`You are ${person.name}`}</span>
            </Flex>
          </Box>
          <Flex gap="3" wrap="wrap" align="center">
            {hasEnvironment && <EnvironmentChoice environment={environment} />}
            {person.verbs.includes('promote') && <RollbackButton environment={environment} size="md" />}
          </Flex>
        </Flex>
        <Flex as="nav" aria-label="Console" mt="4" overflowX="auto" mx={{ base: '-3', md: '-3' }}>
          {VIEWS.filter(([view]) => !MANAGED.includes(view) || person.verbs.includes('admin')).map(([view, label]) => (
            <ViewLink key={view} to={consoleAddress(view, environment)}>
              {label}
            </ViewLink>
          ))}
        </Flex>
      </Container>
    </Box>
  );
}

function EnvironmentChoice({ environment }: { environment: string }) {
  const id = useId();
  const [parameters, setParameters] = useSearchParams();
  const { data: environments } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const names = [...new Set([environment, ...(environments ?? []).map(({ name }) => name)])].sort();

  function choose(name: string) {
    const next = new URLSearchParams(parameters);
    next.delete(ENVIRONMENT_PARAMETER);
    if (name !== USUAL_ENVIRONMENT) next.set(ENVIRONMENT_PARAMETER, name);
    setParameters(next);
  }

  return (
    <Box minW="40">
      <VisuallyHidden>
        <label htmlFor={id}>Environment</label>
      </VisuallyHidden>
      <Select id={id} value={environment} onChange={({ target }) => choose(target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Box>
  );
}
