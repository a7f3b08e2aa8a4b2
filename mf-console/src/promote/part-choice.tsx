import type { Part } from '@site/release-model/target';
import { percent } from '@site/release-model/changes';
import { Box, Skeleton, Text } from '@site/ui';
import { Field, Select } from '@site/ui/form';
import { exactTime } from '../display/moment';
import { registryApi } from '../registry/registry.api';

interface PartChoiceProps {
  name: string;
  live: Part | undefined;
  /** Empty for the one that is live. */
  version: string;
  onChange: (version: string) => void;
}

/** The release of one part: the one that is live, or another that can become so. */
export function PartChoice({ name, live, version, onChange }: PartChoiceProps) {
  const { data: releases, isError } = registryApi.useConsoleReleasesQuery(name);
  if (!releases)
    return isError ? <Text color="danger.fg">{`The releases of ${name} cannot be read.`}</Text> : <Skeleton height="16" maxW="xl" />;
  const choices = releases.filter((release) => release.yanked === null && release.id !== live?.stable.id);
  return (
    <Box maxW="xl">
      <Field label={name} help={describe(live)}>
        <Select value={version} onChange={({ target }) => onChange(target.value)}>
          <option value="">{choices.length === 0 ? 'as it is, there is no other' : 'as it is'}</option>
          {choices.map((release) => (
            <option key={release.version} value={release.version}>
              {`${release.version}, ${exactTime(release.publishedAt)} by ${release.publishedBy}`}
            </option>
          ))}
        </Select>
      </Field>
    </Box>
  );
}

function describe(live: Part | undefined): string {
  if (!live) return 'Not live here.';
  const { stable, candidate } = live;
  return `${stable.version} is live${candidate ? `, ${candidate.release.version} at ${percent(candidate.basisPoints)}` : ''}.`;
}
