import { useState } from 'react';
import { Box, Button, chakra } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { useSearchParams } from '../search-params';

export const FILTERS = ['actor', 'action', 'environment'] as const;

type Filter = (typeof FILTERS)[number];

const LABELS: Record<Filter, string> = { actor: 'Who', action: 'What', environment: 'Where' };

/** Narrows the audit down to exact names; the registry does it, over all entries. */
export function AuditFilters() {
  const [parameters, setParameters] = useSearchParams();
  const [values, setValues] = useState(() => Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) ?? ''])));

  function apply(chosen: Record<string, string>) {
    setValues(chosen);
    setParameters(new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== '')));
  }

  return (
    <chakra.form
      aria-label="Filter"
      noValidate
      display="flex"
      flexWrap="wrap"
      alignItems="flex-start"
      columnGap="4"
      onSubmit={(event) => {
        event.preventDefault();
        apply(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
      }}
    >
      {FILTERS.map((name) => (
        <Box key={name} w={{ base: 'full', sm: '48' }}>
          <Field label={LABELS[name]} optional>
            <Input value={values[name] ?? ''} onChange={({ target }) => setValues({ ...values, [name]: target.value })} />
          </Field>
        </Box>
      ))}
      <Button type="submit" mt={{ base: '0', sm: '7' }}>
        Filter
      </Button>
      <Button
        variant="ghost"
        colorPalette="neutral"
        mt={{ base: '0', sm: '7' }}
        onClick={() => apply(Object.fromEntries(FILTERS.map((name) => [name, ''])))}
      >
        Show all
      </Button>
    </chakra.form>
  );
}
