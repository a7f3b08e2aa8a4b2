import { Icon, type IconProps } from '@chakra-ui/react';

interface LineIconProps extends IconProps {
  /** Width and height of the drawing, which its paths count in. */
  units: 16 | 24;
}

/** A sign that is drawn with lines in the colour of the text, and says nothing that the words beside it, or a name, do not. Its children are paths. */
export function LineIcon({ units, children, ...rest }: LineIconProps) {
  return (
    <Icon asChild {...rest}>
      <svg
        aria-hidden="true"
        strokeLinejoin="round"
        viewBox={`0 0 ${units} ${units}`}
        stroke="currentColor"
        strokeLinecap="round"
        fill="none"
        strokeWidth="2"
      >
        {children}
      </svg>
    </Icon>
  );
}
