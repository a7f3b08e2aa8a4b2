import { Box, chakra, defineRecipe, type HTMLChakraProps } from '@chakra-ui/react';
import { useFieldControl } from './field-context';

const control = defineRecipe({
  base: {
    width: 'full',
    minH: '11',
    px: '3.5',
    py: '2',
    bg: 'bg.panel',
    color: 'fg',
    textStyle: 'md',
    lineHeight: 'short',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    transitionProperty: 'border-color, box-shadow',
    transitionDuration: 'fast',
    _hover: { borderColor: 'fg.muted' },
    _focusVisible: { outline: '3px solid', outlineColor: 'focusRing', outlineOffset: '1px' },
    _disabled: { layerStyle: 'disabled' },
    // Firefox makes placeholders paler than their colour.
    '&::placeholder': { color: 'fg.subtle', opacity: '1' },
    '&[aria-invalid=true]': { borderColor: 'danger.solid', boxShadow: 'inset 0 0 0 1px token(colors.danger.solid)' },
  },
});

const input = defineRecipe({
  base: { ...control.base, '&:is([type=text], [type=email], [type=search], [type=password])': { appearance: 'none' } },
});

const StyledInput = chakra('input', input);
const StyledTextarea = chakra('textarea', defineRecipe({ base: { ...control.base, resize: 'vertical' } }));
const StyledSelect = chakra('select', control);

export function Input(props: HTMLChakraProps<'input'>) {
  return <StyledInput {...useFieldControl()} {...props} />;
}

export function Textarea(props: HTMLChakraProps<'textarea'>) {
  return <StyledTextarea lineHeight="normal" {...useFieldControl()} {...props} />;
}

const chevron = {
  content: '""',
  position: 'absolute',
  top: '50%',
  insetInlineEnd: '4',
  boxSize: '2',
  borderColor: 'fg.muted',
  borderWidth: '0 2px 2px 0',
  transform: 'translateY(-70%) rotate(45deg)',
  pointerEvents: 'none',
} as const;

/** The browser's own select, with `option` elements as children. */
export function Select(props: HTMLChakraProps<'select'>) {
  return (
    <Box position="relative" _after={chevron}>
      <StyledSelect appearance="none" pe="10" textOverflow="ellipsis" {...useFieldControl()} {...props} />
    </Box>
  );
}
