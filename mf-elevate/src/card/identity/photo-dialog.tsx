import { useEffect, useState } from 'react';
import { Button, Notice, notify, Text } from '@site/ui';
import { Dialog, DismissButton } from '@site/ui/dialog';
import { profileApi } from '../../profile.api';
import { tellFailure } from '../../tell-failure';
import { CENTRED, photoTypeOf, photoUpload } from './photo-crop';
import { Cropper } from './photo-cropper';

interface PhotoDialogProps {
  file: File;
  onClose: () => void;
}

/** Shows the chosen picture, lets the player choose a square of it, and saves that. */
export function PhotoDialog({ file, onClose }: PhotoDialogProps) {
  const type = photoTypeOf(file);
  const picture = usePicture(type === null ? null : file);
  const [crop, setCrop] = useState(CENTRED);
  const [savePhoto, { isLoading }] = profileApi.useElevateSavePhotoMutation();

  async function save() {
    if (!isReady(picture) || type === null || isLoading) return;
    const { data, error } = await savePhoto(photoUpload(picture, crop, type));
    if (error) return tellFailure(error);
    if (data?.notices?.length) notify({ kind: 'warning', message: 'Photo was saved. Wait a few minutes till change completes.' });
    else notify({ kind: 'success', message: 'Photo saved.' });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={isLoading}
      title="Profile photo"
      footer={
        <>
          <DismissButton busy={isLoading} onClose={onClose} />
          <Button aria-disabled={isLoading || !isReady(picture)} onClick={() => void save()}>
            {isLoading ? 'Saving...' : 'Save photo'}
          </Button>
        </>
      }
    >
      {(type === null || picture === 'unreadable') && <Unusable />}
      {type !== null && picture === null && (
        <Text role="status" color="fg.muted">
          Reading the picture...
        </Text>
      )}
      {isReady(picture) && <Cropper picture={picture} crop={crop} onCrop={setCrop} />}
    </Dialog>
  );
}

const Unusable = () => (
  <Notice status="danger" role="alert">
    Choose a png or jpeg picture
  </Notice>
);

/** Null while the file is being read. */
type Picture = ImageBitmap | 'unreadable' | null;

const isReady = (picture: Picture): picture is ImageBitmap => picture !== null && picture !== 'unreadable';

function usePicture(file: File | null): Picture {
  const [picture, setPicture] = useState<Picture>(null);
  useEffect(() => {
    if (!file) return;
    let current = true;
    const reading = createImageBitmap(file);
    reading.then(
      (bitmap) => current && setPicture(bitmap),
      () => current && setPicture('unreadable'),
    );
    return () => {
      current = false;
      // Its pixels are outside of what the browser collects soon.
      reading.then(
        (bitmap) => bitmap.close(),
        () => undefined,
      );
    };
  }, [file]);
  return picture;
}
