import type { Whoami } from '@site/release-model/registry-answers';
import { Box, EmptyState, Heading, Stack, Text, TextLink } from '@site/ui';
import { ALL_PARAMETER, consoleAddress, useEnvironment } from '../addresses';
import { AnsweredList } from '../listing/answered-list';
import { peopleApi } from '../registry/people.api';
import { useSearchParams } from '../search-params';
import { GrantsTable } from './grants-table';
import { NewGrant } from './new-grant';

/** What groups, teams and persons may do. Those that have ended are shown when the address says so. */
export function GrantsSection({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const showsAll = useSearchParams()[0].has(ALL_PARAMETER);
  const all = peopleApi.useConsoleGrantsQuery(undefined);
  const shown = all.data?.filter(({ state }) => showsAll || state === 'valid');
  const mayManage = person.verbs.includes('admin');
  return (
    <Box as="section" aria-labelledby="grants">
      <Heading as="h2" id="grants" size="xl" mb="2">
        Grants
      </Heading>
      <Text color="fg.muted" mb="4">
        {mayManage ? 'What groups, teams and persons may do. Each grant counts by itself.' : 'Who manages grants changes them.'}
      </Text>
      <Stack gap="8">
        <Stack gap="4">
          <TextLink
            to={showsAll ? consoleAddress('people', environment) : consoleAddress('people', environment, { [ALL_PARAMETER]: '' })}
            alignSelf="flex-start"
          >
            {showsAll ? 'Show only those that are valid' : 'Show those that have ended, too'}
          </TextLink>
          <AnsweredList
            answer={{ ...all, data: shown, currentData: shown }}
            what="the grants"
            empty={<EmptyState title="Nothing is granted to anybody" />}
          >
            {(grants) => <GrantsTable grants={grants} person={person} />}
          </AnsweredList>
        </Stack>
        {mayManage && <NewGrant person={person} />}
      </Stack>
    </Box>
  );
}
