import { useId, useState } from 'react';
import { Box, Button, Flex } from '@site/ui';
import { Form } from '../editing/form';
import { useSearchParams } from '../search-params';
import { ItemFields, type ItemField, type Values } from '../editing/item-fields';
import { PLACE_PARAMETERS } from './page-links';

interface FilterFormProps {
  fields: readonly ItemField[];
}

/** Narrows a list down. What is chosen is in the address, where an empty value stands for all; the place in the list is begun anew. */
export function FilterForm({ fields }: FilterFormProps) {
  const formId = useId();
  const [parameters, setParameters] = useSearchParams();
  const inAddress = Object.fromEntries(fields.map(({ name }) => [name, parameters.get(name) ?? '']));
  const [values, setValues] = useState<Values>(inAddress);
  const [seen, setSeen] = useState(parameters);
  // Back and Forward change what is shown without a press here.
  if (seen !== parameters) {
    setSeen(parameters);
    setValues(inAddress);
  }

  function apply(chosen: Values) {
    const next = new URLSearchParams(parameters);
    for (const place of PLACE_PARAMETERS) next.delete(place);
    for (const [name, value] of Object.entries(chosen)) {
      const text = String(value).trim();
      if (text === '') next.delete(name);
      else next.set(name, text);
    }
    setParameters(next);
  }

  return (
    <Form
      aria-label="Filter"
      flexDirection="row"
      flexWrap="wrap"
      alignItems="flex-start"
      columnGap="4"
      rowGap="0"
      onSubmit={() => apply(values)}
    >
      {fields.map((field) => (
        // In a narrow window choices stand side by side, and the list is nearer.
        <Box key={field.name} flexGrow={{ base: '1', sm: '0' }} w={{ base: field.kind === 'choice' ? '36' : 'full', sm: '48' }}>
          <ItemFields {...{ formId, values }} fields={[field]} problems={{}} onChange={setValues} />
        </Box>
      ))}
      <Flex mt={{ base: '0', sm: '7' }}>
        <Button type="submit">Filter</Button>
        <Button variant="ghost" colorPalette="neutral" onClick={() => apply(Object.fromEntries(fields.map(({ name }) => [name, ''])))}>
          Show all
        </Button>
      </Flex>
    </Form>
  );
}
