import { useState } from 'react';
import { partChanges } from '@site/release-model/changes';
import { Box, ButtonLink, Flex, Heading } from '@site/ui';
import { Field, Select } from '@site/ui/form';
import { consoleAddress } from '../addresses';
import { Answered } from '../display/answered';
import { ChangesList } from '../display/changes-list';
import { registryApi } from '../registry/registry.api';

/** What is live in one environment and not in another. */
export function Differences({ environments }: { environments: string[] }) {
  const [chosen, choose] = useState({ from: 'production', to: environments.find((name) => name !== 'production') ?? '' });
  const { from, to } = chosen;
  const before = registryApi.useConsoleCurrentQuery(from);
  const after = registryApi.useConsoleCurrentQuery(to);
  const choice = (label: string, side: 'from' | 'to') => (
    <Field label={label}>
      <Select value={chosen[side]} onChange={({ target }) => choose({ ...chosen, [side]: target.value })}>
        {environments.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
  return (
    <Box as="section" aria-labelledby="differences">
      <Heading as="h2" id="differences" size="xl" mb="4">
        Differences
      </Heading>
      <Flex gap="4" wrap="wrap">
        {choice('In', 'from')}
        {choice('Against', 'to')}
      </Flex>
      <Answered answer={before} what={`what is live in ${from}`}>
        {(one) => (
          <Answered answer={after} what={`what is live in ${to}`}>
            {(other) => (
              <>
                <ChangesList changes={partChanges(one?.target.parts ?? {}, other?.target.parts ?? {})} labels={[from, to]} />
                <ButtonLink mt="4" size="sm" variant="outline" to={consoleAddress('promote', from, { like: to })}>
                  {`Promote to ${from} what ${to} has`}
                </ButtonLink>
              </>
            )}
          </Answered>
        )}
      </Answered>
    </Box>
  );
}
