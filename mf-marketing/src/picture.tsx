import { Image, type BoxProps } from '@site/ui';

export interface PictureProps extends Pick<BoxProps, 'maxW' | 'mx' | 'display'> {
  src: string;
  /** What the picture shows; empty for one that only decorates. */
  alt: string;
  /** Own size of the file in pixels. It reserves the room before the file arrives. */
  width: number;
  height: number;
  /** For the picture that is in view when the page opens. */
  eager?: boolean;
}

/** An illustration as wide as the room that it is given. */
export function Picture({ src, alt, width, height, eager = false, ...box }: PictureProps) {
  return (
    <Image
      src={src}
      alt={alt}
      htmlWidth={width}
      htmlHeight={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      width="full"
      height="auto"
      {...box}
    />
  );
}
