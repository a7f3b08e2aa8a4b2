import { useState } from 'react';
import type { Picture, RehearsedPage } from '@site/release-model/rehearsal';
import { Image, Notice, Stack } from '@site/ui';
import { Switch } from '@site/ui/form';
import { Answered } from '../display/answered';
import { rehearsalsApi } from '../registry/rehearsals.api';
import { PictureFrame } from './picture-frame';
import { PictureSlider } from './picture-slider';

interface PagePicturesProps {
  environment: string;
  /** Number of the rehearsal. */
  rehearsal: number;
  page: RehearsedPage;
  /** `/offer at 360 pixels` */
  name: string;
  /** The releases that were rehearsed: `mf-marketing 1.2.0`. */
  candidate: string;
}

/** The live page and the rehearsed one over each other, or what differs between them. */
export function PagePictures({ environment, rehearsal, page: { pictures }, name, candidate }: PagePicturesProps) {
  const [showsDifference, setShowsDifference] = useState(false);
  const of = (picture: Picture) => ({ environment, id: rehearsal, sha256: picture.sha256 });
  const rehearsed = `${name}, with ${candidate}`;
  if (!pictures.candidate) return <Notice>There is no picture of this page.</Notice>;
  if (!pictures.live) return <Loaded picture={of(pictures.candidate)} alt={rehearsed} />;
  return (
    <Stack gap="3">
      {pictures.difference && (
        <Switch checked={showsDifference} onChange={({ target }) => setShowsDifference(target.checked)}>
          Show only what differs
        </Switch>
      )}
      {showsDifference && pictures.difference ? (
        <Loaded picture={of(pictures.difference)} alt={`What differs between the live and the rehearsed page: ${name}`} />
      ) : (
        <Both name={name} live={of(pictures.live)} candidate={of(pictures.candidate)} candidateAlt={rehearsed} />
      )}
    </Stack>
  );
}

type PictureOf = Parameters<typeof rehearsalsApi.useConsolePictureQuery>[0] & object;

function Loaded({ picture, alt }: { picture: PictureOf; alt: string }) {
  const answer = rehearsalsApi.useConsolePictureQuery(picture);
  return (
    <Answered answer={answer} what="the picture">
      {(src) => (
        <PictureFrame label={alt}>
          <Image src={src} alt={alt} width="full" />
        </PictureFrame>
      )}
    </Answered>
  );
}

interface BothProps {
  live: PictureOf;
  candidate: PictureOf;
  name: string;
  candidateAlt: string;
}

function Both({ live, candidate, name, candidateAlt }: BothProps) {
  const before = rehearsalsApi.useConsolePictureQuery(live);
  const after = rehearsalsApi.useConsolePictureQuery(candidate);
  return (
    <Answered answer={before} what="the picture of the live page">
      {(liveSrc) => (
        <Answered answer={after} what="the picture of the rehearsed page">
          {(candidateSrc) => (
            <PictureSlider
              label={name}
              live={{ src: liveSrc, alt: `${name}, as it was live` }}
              candidate={{ src: candidateSrc, alt: candidateAlt }}
            />
          )}
        </Answered>
      )}
    </Answered>
  );
}
