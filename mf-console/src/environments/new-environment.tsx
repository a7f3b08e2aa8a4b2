import { Notice } from '@site/ui';
import { Field, Input, Select } from '@site/ui/form';
import { NewItem, type Problems } from '../editing/new-item';
import { environmentsApi } from '../registry/environments.api';

const EMPTY = { name: '', copies: '', reason: '' };

type Values = typeof EMPTY;

const problemsOf = ({ name }: Values): Problems<Values> => (name.trim() === '' ? { name: 'Give it a name' } : {});

const requestOf = ({ name, copies, reason }: Values) => ({
  name: name.trim(),
  ...(copies !== '' && { copies }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
});

/** Makes an environment, with the stable releases of another one or with nothing. */
export function NewEnvironment({ environments }: { environments: string[] }) {
  const [create] = environmentsApi.useConsoleCreateEnvironmentMutation();
  return (
    <NewItem
      title="A new environment"
      doIt="Make the environment"
      empty={EMPTY}
      problemsOf={problemsOf}
      make={(values) => create(requestOf(values))}
      made={({ name }) => <Notice status="success" title={`${name} is made`} />}
    >
      {({ values, problems, change }) => (
        <>
          <Field label="Name" help="Such as staging." error={problems.name}>
            <Input value={values.name} maxLength={40} autoCapitalize="off" onChange={({ target }) => change({ name: target.value })} />
          </Field>
          <Field label="It begins with">
            <Select value={values.copies} onChange={({ target }) => change({ copies: target.value })}>
              <option value="">nothing</option>
              {environments.map((name) => (
                <option key={name} value={name}>{`what is stable in ${name}`}</option>
              ))}
            </Select>
          </Field>
          <Field label="Reason" optional>
            <Input value={values.reason} maxLength={500} onChange={({ target }) => change({ reason: target.value })} />
          </Field>
        </>
      )}
    </NewItem>
  );
}
