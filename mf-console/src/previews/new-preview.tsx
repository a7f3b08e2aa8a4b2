import type { Versions } from '@site/release-model/registry-requests';
import { SimpleGrid } from '@site/ui';
import { Field, Input, Select } from '@site/ui/form';
import { NewItem, type Problems } from '../editing/new-item';
import { ReleaseSelect } from '../listing/release-select';
import { previewsApi } from '../registry/previews.api';
import { PreviewLink } from './preview-link';

const LASTING = [
  ['24', 'A day'],
  ['168', 'A week'],
  ['336', 'Two weeks'],
] as const;

interface Values {
  /** By the names of parts; an empty one stands for what is live. */
  versions: Versions;
  hours: string;
  reason: string;
}

const EMPTY: Values = { versions: {}, hours: '168', reason: '' };

const chosen = ({ versions }: Values): Versions => Object.fromEntries(Object.entries(versions).filter(([, version]) => version !== ''));

const problemsOf = (values: Values): Problems<Values> =>
  Object.keys(chosen(values)).length === 0 ? { versions: 'Choose at least one release' } : {};

interface NewPreviewProps {
  environment: string;
  parts: string[];
}

/** Releases that are shown together to whoever has the link. */
export function NewPreview({ environment, parts }: NewPreviewProps) {
  const [make] = previewsApi.useConsolePreviewMutation();
  return (
    <NewItem
      title="A new preview"
      doIt="Make the link"
      empty={EMPTY}
      problemsOf={problemsOf}
      make={(values) => make({ environment, ...requestOf(values) })}
      made={(link) => <PreviewLink key={link.token} link={link} />}
    >
      {({ values, problems, change }) => (
        <>
          <SimpleGrid columns={{ base: 1, sm: 2 }} columnGap="6" rowGap="3">
            {parts.map((name, index) => (
              <ReleaseSelect
                key={name}
                part={name}
                none={() => 'what is live'}
                value={values.versions[name] ?? ''}
                error={index === 0 ? problems.versions : undefined}
                onChange={(version) => change({ versions: { ...values.versions, [name]: version } })}
              />
            ))}
          </SimpleGrid>
          <Field label="The link lasts">
            <Select value={values.hours} onChange={({ target }) => change({ hours: target.value })}>
              {LASTING.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Reason" optional help="Such as: for the review on Friday.">
            <Input value={values.reason} maxLength={500} onChange={({ target }) => change({ reason: target.value })} />
          </Field>
        </>
      )}
    </NewItem>
  );
}

const requestOf = (values: Values) => ({
  ...{ releases: chosen(values), expiresInHours: Number(values.hours) },
  ...(values.reason.trim() !== '' && { reason: values.reason.trim() }),
});
