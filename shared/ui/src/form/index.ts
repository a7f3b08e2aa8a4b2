export { Checkbox, type CheckboxProps } from './checkbox';
export { Input, Select, Textarea } from './controls';
export { ErrorSummary, type ErrorSummaryProps, type FormProblem } from './error-summary';
export { Field, type FieldProps } from './field';
export { Fieldset, type FieldsetProps } from './fieldset';
export { PhoneInput } from './phone-input';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './radio-group';
export { Switch, type SwitchProps } from './switch';
export { useFocusOnRefusal } from './use-focus-on-refusal';
