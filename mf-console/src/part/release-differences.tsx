import type { ReleaseDescriptor } from '@site/contracts/release';
import { isPageRoute, type Route } from '@site/contracts/remote-config';
import { diffReleases, type ReleaseDiff } from '@site/release-model/release-diff';
import type { Release } from '@site/release-model/registry-answers';
import type { Change } from '@site/release-model/changes';
import { Badge, Box, Heading, Stack, Text } from '@site/ui';
import { Disclosure } from '@site/ui/disclosure';
import { Answered } from '../display/answered';
import { Code } from '../display/code';
import { ChangesList } from '../display/changes-list';
import { commitText, kilobytes, withCommas } from '../display/figures';
import { releasesApi } from '../registry/releases.api';

interface ReleaseDifferencesProps {
  name: string;
  version: string;
}

/** What a release consists of, and what is different from the one that was published before. */
export function ReleaseDifferences({ name, version }: ReleaseDifferencesProps) {
  const own = releasesApi.useConsoleReleaseQuery({ name, version });
  const earlier = releasesApi.useConsoleReleasesQuery({ name, before: version, limit: 1 });
  return (
    <Box as="section" aria-labelledby="release">
      <Heading as="h2" id="release" size="xl" mb="4">
        {`${name} ${version}`}
      </Heading>
      <Answered answer={own} what={`${name} ${version}`}>
        {({ descriptor, size, commit }) => (
          <Stack gap="4" maxW="3xl">
            <Text color="fg.muted">
              {`${descriptor.files.length} files, ${kilobytes(size)}, team ${descriptor.team}, commit ${commit === null ? 'unknown' : commitText(commit)}`}
            </Text>
            <Routes routes={descriptor.routes} />
            <Answered answer={earlier} what={`the release before ${version}`}>
              {([before]) => (before ? <Since before={before} descriptor={descriptor} /> : <Text>It is the first release.</Text>)}
            </Answered>
          </Stack>
        )}
      </Answered>
    </Box>
  );
}

/** What is different from a release that was published before. */
function Since({ before: { name, version }, descriptor }: { before: Release; descriptor: ReleaseDescriptor }) {
  const before = releasesApi.useConsoleReleaseQuery({ name, version });
  return (
    <Answered answer={before} what={`${name} ${version}`}>
      {(other) => <Differences diff={diffReleases(name, other.descriptor, descriptor)} />}
    </Answered>
  );
}

function Routes({ routes }: { routes: Route[] }) {
  return (
    <Disclosure summary={`Routes: ${routes.length}`}>
      <Stack as="ul" role="list" listStyleType="none" ps="0" gap="1" textStyle="sm">
        {routes.map((route) => (
          <li key={route.path}>
            <Code>{route.path}</Code> {isPageRoute(route) ? route.title : `leads to ${route.redirect}`}{' '}
            {isPageRoute(route) && route.access !== 'public' && <Badge size="sm">{route.access}</Badge>}
          </li>
        ))}
      </Stack>
    </Disclosure>
  );
}

function Differences({ diff }: { diff: ReleaseDiff }) {
  const { routes, modules, files, size } = diff;
  const growth = size.to - size.from;
  return (
    <Stack gap="3">
      <Text fontWeight="semibold">
        {`Since ${diff.from}: ${growth === 0 ? 'the same size' : `${kilobytes(Math.abs(growth))} ${growth > 0 ? 'more' : 'less'}`}`}
      </Text>
      <Group title={`Routes that differ: ${routes.length}`} changes={routes.map(({ path, from, to }) => asChange(path, from, to))} />
      <Group
        title={`Shared modules that differ: ${modules.length}`}
        changes={modules.map(({ module, from, to }) => asChange(module, from, to))}
      />
      <Group
        title={`Files that differ: ${files.length}`}
        changes={files.map(({ path, from, to }) => asChange(path, bytes(from), bytes(to)))}
      />
    </Stack>
  );
}

function Group({ title, changes }: { title: string; changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <Disclosure summary={title}>
      <ChangesList changes={changes} labels={['before', 'then']} />
    </Disclosure>
  );
}

const asChange = (name: string, from: string | null, to: string | null): Change => ({ name, field: 'stable', from, to });
const bytes = (size: number | null): string | null => (size === null ? null : `${withCommas(size)} bytes`);
