/** What stands in the profile form, next to a profile that may change elsewhere meanwhile. */
import { useEffect, useState } from 'react';
import type { Profile } from '@site/contracts/api/profile';
import { useKeptDraft } from '@site/ui/dialog';
import { isSame, openingValues, savedValues, withChanges, type ProfileValues } from './profile-values';

/** Whatever differs from the profile as it was last fetched or saved is what the person changed: all the rest follows one that is fetched again. */
export function useProfileDraft(username: string, profile: Profile) {
  const [draft, setDraft, forgetDraft] = useKeptDraft(`elevate:profile-changes:${username}`, unchanged(savedValues(profile)));
  const [seen, setSeen] = useState<Profile | null>(null);
  /** With these too the person loses nothing: a goal that was selected for them is none of their changes, and neither is to deselect it. */
  const [saved, setSaved] = useState(draft.from);
  if (seen !== profile) {
    const from = openingValues(profile);
    setSeen(profile);
    setSaved(savedValues(profile));
    setDraft(({ from: before, values }) => ({ from, values: withChanges(from, before, values) }));
  }
  const unsaved = ![draft.from, saved].some((one) => isSame(one, draft.values));
  useEffect(() => {
    if (!unsaved) forgetDraft();
  });

  return {
    values: draft.values,
    setValues: (values: ProfileValues) => setDraft(({ from }) => ({ from, values })),
    unsaved,
    /** These are what is saved now, though the profile that says so may not be there yet. */
    keepSaved: (values: ProfileValues) => {
      setSaved(values);
      setDraft((now) => ({ ...now, from: values }));
    },
  };
}

/** `from` is what the values were before the person changed any. */
const unchanged = (from: ProfileValues) => ({ from, values: from });
