import { Box, Button, Center, chakra, Image, Text, VisuallyHidden } from '@site/ui';
import { useState } from 'react';
import poster from './map.svg';

/** Moves the focus on from the button that has just disappeared. */
const focusOnArrival = (frame: HTMLIFrameElement | null) => frame?.focus();

/** A picture of a map; the map itself, which another site serves, loads only when it is asked for. */
export function ContactMap({ address }: { address: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Box
      as="figure"
      data-print="hide"
      position="relative"
      mt={{ base: '14', md: '20' }}
      height={{ base: '96', md: '28rem' }}
      overflow="hidden"
      borderRadius="l3"
      borderWidth="1px"
      bg="bg.subtle"
    >
      {shown ? (
        <chakra.iframe
          ref={focusOnArrival}
          title="Map of the mailing address"
          src={address}
          width="full"
          height="full"
          border="none"
          referrerPolicy="no-referrer"
          allowFullScreen
        />
      ) : (
        <>
          <Image
            src={poster}
            alt=""
            htmlWidth={960}
            htmlHeight={400}
            loading="lazy"
            decoding="async"
            width="full"
            height="full"
            fit="cover"
            align="50% 0"
          />
          <Center position="absolute" insetX="0" bottom={{ base: '5', md: '10' }} px="5" flexDirection="column" gap="3" textAlign="center">
            <Button size="lg" onClick={() => setShown(true)}>
              Show the map
            </Button>
            <Text textStyle={{ base: 'xs', md: 'sm' }} bg="bg.panel" color="fg.muted" borderRadius="full" px="4" py="1">
              Loads from {new URL(address).host}
            </Text>
          </Center>
        </>
      )}
      <VisuallyHidden as="figcaption">Where the practice receives its mail</VisuallyHidden>
    </Box>
  );
}
