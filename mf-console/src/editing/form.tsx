import { useEffect, useRef, type ComponentProps } from 'react';
import { chakra } from '@site/ui';

interface FormProps extends Omit<ComponentProps<typeof chakra.form>, 'noValidate' | 'onSubmit' | 'ref'> {
  /** What is wrong with its values: another object each time they were looked at. */
  problems?: object | null | undefined;
  onSubmit: () => unknown;
}

const FIRST_WRONG = ':is(input, select, textarea)[aria-invalid], fieldset[aria-describedby$="-error"] input';

/** A form whose values are looked at by the console, and not by the browser. The focus goes to the first that is wrong. */
export function Form({ problems, onSubmit, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problems) form.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus();
  }, [problems]);
  return (
    <chakra.form
      ref={form}
      noValidate
      display="flex"
      flexDirection="column"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...rest}
    />
  );
}
