import { Box, Button, Skeleton, Stack, Text, VisuallyHidden } from '@site/ui';
import { Field, Select } from '@site/ui/form';
import { exactTime } from '../display/moment';
import { releasesApi } from '../registry/releases.api';

interface ReleaseSelectProps {
  part: string;
  /** A version; empty for none. */
  value: string;
  /** The words for none, by whether there is anything else. */
  none: (isOnly: boolean) => string;
  /** Id of a release that is no choice. */
  except?: string | undefined;
  help?: string | undefined;
  error?: string | undefined;
  onChange: (version: string) => void;
}

/** One of the releases of a part that can be shown to somebody: the newest ones, and older ones as they are asked for. */
export function ReleaseSelect({ part, value, none, except, help, error, onChange }: ReleaseSelectProps) {
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = releasesApi.useConsoleReleaseChoicesInfiniteQuery(part);
  if (!data)
    return isError ? <Text color="danger.fg">{`The releases of ${part} cannot be read.`}</Text> : <AwaitedSelect part={part} help={help} />;
  const choices = data.pages.flat().filter(({ id, yanked, collected }) => yanked === null && collected === null && id !== except);
  const isListed = value === '' || choices.some(({ version }) => version === value);
  return (
    // It has the focus once the button for older ones is gone.
    <Stack role="group" aria-label={`Releases of ${part}`} tabIndex={-1} gap="0" align="flex-start">
      <Stack w="full">
        <Field label={part} help={help} error={error}>
          <Select value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">{none(choices.length === 0)}</option>
            {!isListed && <option value={value}>{value}</option>}
            {choices.map(({ version, publishedAt, publishedBy }) => (
              <option key={version} value={version}>
                {`${version}, ${exactTime(publishedAt)} by ${publishedBy}`}
              </option>
            ))}
          </Select>
        </Field>
      </Stack>
      {hasNextPage && (
        <Button variant="plain" size="xs" aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
          {`Older releases of ${part}`}
        </Button>
      )}
    </Stack>
  );
}

const AwaitedSelect = ({ part, help }: Pick<ReleaseSelectProps, 'part' | 'help'>) => (
  <Box role="status">
    <VisuallyHidden>Loading the releases of {part}</VisuallyHidden>
    <Skeleton aria-hidden inert>
      <Field label={part} help={help}>
        <Select />
      </Field>
    </Skeleton>
  </Box>
);
