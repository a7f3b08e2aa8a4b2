import { useRef, useState, type ReactNode } from 'react';
import { apiConnection } from '@site/api-client';
import { apiAddress } from '@site/api-client/api-address';
import type { Profile } from '@site/contracts/api/profile';
import { Box, Button, Card, chakra, Heading, Stack, Text } from '@site/ui';
import { Avatar } from '@site/ui/avatar';
import { Loading } from '../../loading';
import { Mosaic } from '../../mosaic';
import { toTesseraRank } from '../../mosaic-pieces';
import { PROFILE } from '../card-in-waiting';
import { PhotoDialog } from './photo-dialog';

/** The face of the card: photo, name, and the mosaic that the tesserae fill. */
export function IdentityPanel({ profile }: { profile: Profile }) {
  return <Identity profile={profile} photoButton={<PhotoPicker hasPhoto={Boolean(profile.profile_photo_url)} />} />;
}

export const IdentityInWaiting = () => (
  <Loading what="your profile">
    <Identity profile={PROFILE} photoButton={<PhotoButton hasPhoto={false} />} />
  </Loading>
);

function Identity({ profile, photoButton }: { profile: Profile; photoButton: ReactNode }) {
  const { full_name, location, email, profile_photo_url, profile_photo_url_2x } = profile;
  const photo = profile_photo_url_2x || profile_photo_url;
  return (
    <Card.Root
      asChild
      variant="elevated"
      overflow="hidden"
      display={{ base: 'flex', md: 'grid', lg: 'flex' }}
      gridTemplateColumns={{ md: 'repeat(2, minmax(0, 1fr))' }}
    >
      <section aria-label="Profile">
        <Card.Body gap="5" alignItems="flex-start">
          <Avatar src={photo ? apiAddress(photo, apiConnection()) : undefined} name={full_name} size={200} />
          {photoButton}
          <Box maxW="full">
            <Heading as="h2" size="2xl">
              {full_name}
            </Heading>
            <Text color="fg.muted">{location}</Text>
            <Text color="fg.muted" overflowWrap="anywhere">
              {email}
            </Text>
          </Box>
        </Card.Body>
        <Rank value={profile.tessera_rank} />
      </section>
    </Card.Root>
  );
}

function Rank({ value }: { value: number }) {
  const rank = toTesseraRank(value);
  return (
    <Stack
      gap="4"
      bg="bg.subtle"
      borderTopWidth={{ base: '1px', md: '0', lg: '1px' }}
      borderInlineStartWidth={{ base: '0', md: '1px', lg: '0' }}
      px={{ base: '5', md: '7' }}
      py="6"
    >
      <Box maxW="56">
        <Mosaic rank={rank} />
      </Box>
      <Text fontWeight="semibold">{rank === 0 ? 'Evaluation is in progress' : `${rank} of 4 tesserae`}</Text>
    </Stack>
  );
}

function PhotoPicker({ hasPhoto }: { hasPhoto: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <PhotoButton hasPhoto={hasPhoto} onClick={() => input.current?.click()} />
      <chakra.input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label="Profile photo, png or jpeg"
        hidden
        onChange={({ target }) => {
          setFile(target.files?.[0] ?? null);
          // The same file may be chosen again after a cancel.
          target.value = '';
        }}
      />
      {file && <PhotoDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}

const PhotoButton = ({ hasPhoto, onClick }: { hasPhoto: boolean; onClick?: () => void }) => (
  <Button variant="outline" size="sm" onClick={onClick}>
    {hasPhoto ? 'Change photo' : 'Add a photo'}
  </Button>
);
