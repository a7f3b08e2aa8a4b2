import { Icon, type IconProps } from '@chakra-ui/react';

interface LineIconProps extends IconProps {
  /** Width and height of the drawing, in the units of its paths. */
  grid: 16 | 24;
}

/** A sign that is drawn with lines in the colour of the text, and says nothing that the words beside it, or a name, do not. Its children are paths. */
export function LineIcon({ grid, children, ...rest }: LineIconProps) {
  return (
    <Icon asChild {...rest}>
      <svg
        viewBox={`0 0 ${grid} ${grid}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    </Icon>
  );
}
