import { useState } from 'react';
import type { Versions } from '@site/release-model/registry-requests';
import { Box, Button, chakra, Notice, Skeleton, Stack, Text } from '@site/ui';
import { Field, Select } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { registryApi } from '../registry/registry.api';
import { PreviewLink } from './preview-link';

const LASTING = [
  ['24', 'A day'],
  ['168', 'A week'],
  ['336', 'Two weeks'],
] as const;

/** Releases that are shown together to whoever has the link. */
export function PreviewForm({ environment, parts }: { environment: string; parts: string[] }) {
  const [versions, setVersions] = useState<Versions>({});
  const [hours, setHours] = useState('168');
  const [problem, setProblem] = useState<string | null>(null);
  const [make, { data: link, error, isLoading }] = registryApi.useConsolePreviewMutation();

  async function submit() {
    const releases = Object.fromEntries(Object.entries(versions).filter(([, version]) => version !== ''));
    const isEmpty = Object.keys(releases).length === 0;
    setProblem(isEmpty ? 'Choose at least one release.' : null);
    if (!isEmpty && !isLoading) await make({ environment, releases, expiresInHours: Number(hours) });
  }

  return (
    <Stack gap="6" maxW="3xl">
      <Text color="fg.muted">
        A link shows the chosen releases as if they were live, in the browser of whoever opens it. Nobody else sees anything of it, and it
        cannot be taken back before it expires.
      </Text>
      <chakra.form
        noValidate
        aria-label="Preview"
        maxW="xl"
        display="flex"
        flexDirection="column"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {parts.map((name) => (
          <PartVersion
            key={name}
            name={name}
            value={versions[name] ?? ''}
            onChange={(version) => setVersions({ ...versions, [name]: version })}
          />
        ))}
        <Field label="The link lasts">
          <Select value={hours} onChange={({ target }) => setHours(target.value)}>
            {LASTING.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {problem !== null && (
          <Notice status="danger" role="alert">
            {problem}
          </Notice>
        )}
        <Button type="submit" alignSelf="flex-start" aria-disabled={isLoading}>
          Make the link
        </Button>
      </chakra.form>
      {error && <FailureNotice failure={error} />}
      <Box role="status">{link && <PreviewLink link={link} />}</Box>
    </Stack>
  );
}

interface PartVersionProps {
  name: string;
  value: string;
  onChange: (version: string) => void;
}

function PartVersion({ name, value, onChange }: PartVersionProps) {
  const { data: releases } = registryApi.useConsoleReleasesQuery(name);
  if (!releases) return <Skeleton height="16" />;
  return (
    <Field label={name}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">what is live</option>
        {releases
          .filter(({ yanked }) => yanked === null)
          .map(({ version }) => (
            <option key={version}>{version}</option>
          ))}
      </Select>
    </Field>
  );
}
