import type { Part } from '@site/release-model/target';
import { percent } from '@site/release-model/changes';
import { ReleaseSelect } from '../listing/release-select';

interface PartChoiceProps {
  name: string;
  live: Part | undefined;
  /** Empty for the one that is live. */
  version: string;
  onChange: (version: string) => void;
}

/** The release of one part: the one that is live, or another that can become so. */
export const PartChoice = ({ name, live, version, onChange }: PartChoiceProps) => (
  <ReleaseSelect
    part={name}
    value={version}
    none={(isOnly) => (isOnly ? 'as it is, there is no other' : 'as it is')}
    except={live?.stable.id}
    help={describe(live)}
    onChange={onChange}
  />
);

function describe(live: Part | undefined): string {
  if (!live) return 'Not live here.';
  const { stable, candidate } = live;
  return `${stable.version} is live${candidate ? `, ${candidate.release.version} at ${percent(candidate.basisPoints)}` : ''}.`;
}
