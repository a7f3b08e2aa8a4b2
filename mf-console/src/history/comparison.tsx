import { changesBetween } from '@site/release-model/changes';
import { Box, Heading, Text } from '@site/ui';
import { Answered } from '../display/answered';
import { ChangesList } from '../display/changes-list';
import { registryApi } from '../registry/registry.api';

interface ComparisonProps {
  environment: string;
  from: number;
  /** Null until a second one is chosen. */
  to: number | null;
}

/** What is different between two revisions, whatever lies between them. */
export function Comparison({ environment, from, to }: ComparisonProps) {
  return (
    <Box as="section" aria-labelledby="comparison" bg="bg.subtle" borderRadius="l3" p={{ base: '4', md: '6' }}>
      <Heading as="h2" id="comparison" size="lg" mb="3">
        {to === null ? `Comparing ${from}` : `From ${from} to ${to}`}
      </Heading>
      <Box role="status">
        {to === null ? <Text>Choose a second revision below.</Text> : <Compared environment={environment} from={from} to={to} />}
      </Box>
    </Box>
  );
}

function Compared({ environment, from, to }: { environment: string; from: number; to: number }) {
  const before = registryApi.useConsoleRevisionQuery({ environment, number: from });
  const after = registryApi.useConsoleRevisionQuery({ environment, number: to });
  return (
    <Answered answer={before} what={`revision ${from}`}>
      {(one) => (
        <Answered answer={after} what={`revision ${to}`}>
          {(other) => <ChangesList changes={changesBetween(one.target, other.target)} labels={[`in ${from}`, `in ${to}`]} />}
        </Answered>
      )}
    </Answered>
  );
}
