import { Image, type BoxProps } from '@chakra-ui/react';

export interface PictureProps extends Omit<BoxProps, 'children' | 'width' | 'height'> {
  src: string;
  /** What the picture shows; empty for one that only decorates. */
  alt: string;
  /** Own size of the file in pixels. The place is kept before the file arrives. */
  width: number;
  height: number;
  /** For a picture that is in view when the page opens. */
  eager?: boolean;
}

/** An illustration, as wide as its place and in its own proportions. Style props go to the element. */
export function Picture({ src, alt, width, height, eager = false, ...styles }: PictureProps) {
  return (
    <Image
      src={src}
      alt={alt}
      htmlWidth={width}
      htmlHeight={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      w="full"
      h="auto"
      {...(styles as object)}
    />
  );
}
