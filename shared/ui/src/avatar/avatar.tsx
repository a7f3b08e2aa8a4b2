import { chakra } from '@chakra-ui/react';
import { useState } from 'react';

export interface AvatarProps {
  /** Absent or broken: the default picture is shown. */
  src?: string | undefined;
  /** Of the person, for screen readers. Empty where the name stands beside the picture. */
  name: string;
  /** Width and height in pixels. */
  size?: number;
}

const frame = {
  flexShrink: '0',
  borderRadius: 'l3',
  bg: 'accent.subtle',
  color: 'accent.border',
  objectFit: 'cover',
  maxWidth: 'full',
} as const;

function DefaultPicture({ name, size }: { name: string; size: number }) {
  const role = name === '' ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': `${name}, no photo` } as const);
  return (
    <chakra.svg {...frame} {...role} width={size} height={size} viewBox="0 0 200 200" fill="currentColor">
      <circle cx="100" cy="78" r="36" />
      <path d="M28 200c4-46 34-72 72-72s68 26 72 72Z" />
    </chakra.svg>
  );
}

/** A photo of a person in a frame that never changes its size. */
export function Avatar({ src, name, size = 200 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return <DefaultPicture name={name} size={size} />;
  return <chakra.img {...frame} src={src} alt={name} width={size} height={size} onError={() => setBroken(src)} />;
}
