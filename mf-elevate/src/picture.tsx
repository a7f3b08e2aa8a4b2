import { Box, type BoxProps } from '@site/ui';

interface PictureProps extends Omit<BoxProps, 'children' | 'width' | 'height'> {
  src: string;
  /** Natural size, in pixels: it reserves the room before the picture arrives. */
  width: number;
  height: number;
  /** Empty for decoration. */
  alt: string;
  lazy?: boolean;
}

/** An illustration: as wide as its place, in its own proportions. Style props go to the element. */
export function Picture({ src, width, height, alt, lazy = false, ...styles }: PictureProps) {
  return (
    <Box display="block" w="full" h="auto" {...styles} asChild>
      <img src={src} width={width} height={height} alt={alt} loading={lazy ? 'lazy' : 'eager'} decoding="async" />
    </Box>
  );
}
