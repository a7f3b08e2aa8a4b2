import type { IconProps } from '@chakra-ui/react';
import { LineIcon } from './line-icon';

export type Status = 'info' | 'success' | 'warning' | 'danger';

const CIRCLE = 'M12 2.75a9.25 9.25 0 1 0 0 18.5 9.25 9.25 0 0 0 0-18.5Z';
const TRIANGLE = 'M12 3.5 2.75 20h18.5L12 3.5Z';

const SHAPES: Record<Status, readonly string[]> = {
  info: [CIRCLE, 'M12 11v5.5', 'M12 7.6v.01'],
  success: [CIRCLE, 'm8 12.4 2.7 2.7L16 9.6'],
  warning: [TRIANGLE, 'M12 9.75v4.5', 'M12 17.1v.01'],
  danger: [CIRCLE, 'M12 7.25v5.75', 'M12 16.4v.01'],
};

/** A sign that goes with the words of a message and says nothing that they do not. */
export function StatusIcon({ status, ...rest }: { status: Status } & IconProps) {
  return (
    <LineIcon units={24} size="md" {...rest}>
      {SHAPES[status].map((path) => (
        <path key={path} d={path} />
      ))}
    </LineIcon>
  );
}
