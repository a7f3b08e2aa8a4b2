import { useState } from 'react';
import { GOALS, PERSONAL_GOALS, VISIBILITIES, type Profile } from '@site/contracts/api/profile';
import { Box, Button, chakra, Flex, notify, SimpleGrid, Text } from '@site/ui';
import { useUnsavedGuard } from '@site/ui/dialog';
import { Checkbox, Fieldset, RadioGroup, Switch } from '@site/ui/form';
import { profileApi } from '../../profile.api';
import { Loading } from '../../loading';
import { tellFailure } from '../../tell-failure';
import { PROFILE } from '../card-in-waiting';
import { CardSection } from '../card-section';
import { forgetRememberedGoal, savedValues, toUpdate, type ProfileValues } from './profile-values';
import { useProfileDraft } from './use-profile-draft';

const VISIBILITY_OPTIONS = VISIBILITIES.map(({ key, label, selectable }) => ({ value: key, label, disabled: !selectable }));
const CHOOSE_VISIBILITY = 'Choose sharable or private';
const LEAVE = 'Your profile has changes that are not saved. Leave without saving?';

interface ProfileFormProps {
  username: string;
  profile: Profile;
}

/** Goals, visibility and notifications, saved together. */
export function ProfileForm({ username, profile }: ProfileFormProps) {
  const { values, setValues, unsaved, keepSaved } = useProfileDraft(username, profile);
  const [refused, setRefused] = useState(false);
  const [save, { isLoading }] = profileApi.useElevateSaveProfileMutation();
  useUnsavedGuard(unsaved, LEAVE);

  async function submit() {
    if (isLoading) return;
    const update = toUpdate(values);
    setRefused(update === null);
    if (update === null) return;
    const { error } = await save(update);
    if (error) return tellFailure(error);
    forgetRememberedGoal();
    keepSaved(values);
    notify({ kind: 'success', message: 'Profile saved.' });
  }

  return (
    <Settings
      values={values}
      onChange={(changed) => {
        setRefused(false);
        setValues(changed);
      }}
      refused={refused}
      saving={isLoading}
      unsaved={unsaved}
      onSubmit={() => void submit()}
    />
  );
}

export const SettingsInWaiting = () => (
  <Loading what="your goals">
    <Settings values={savedValues(PROFILE)} />
  </Loading>
);

interface SettingsProps {
  values: ProfileValues;
  onChange?: (values: ProfileValues) => void;
  /** Whether the visibility has to be another one. */
  refused?: boolean;
  saving?: boolean;
  unsaved?: boolean;
  onSubmit?: () => void;
}

function Settings({ values, onChange, refused = false, saving = false, unsaved = false, onSubmit }: SettingsProps) {
  const change = (changed: Partial<ProfileValues>) => onChange?.({ ...values, ...changed });
  return (
    <CardSection title="Goals and settings">
      <chakra.form
        aria-label="Profile"
        display="flex"
        flexDirection="column"
        gap="8"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <SimpleGrid columns={{ base: 1, xl: 2 }} gap="8" alignItems="start">
          <Fieldset legend="Goals" help="Which programmes interest you?">
            {GOALS.map(({ key, label }) => (
              <Checkbox
                key={key}
                checked={values.goals[key]}
                onChange={({ target }) => change({ goals: { ...values.goals, [key]: target.checked } })}
              >
                {label}
              </Checkbox>
            ))}
          </Fieldset>
          <Fieldset legend="Personal goals" help="What do you want to gain?">
            {PERSONAL_GOALS.map(({ key, label }) => (
              <Checkbox
                key={key}
                checked={values.personalGoals[key]}
                onChange={({ target }) => change({ personalGoals: { ...values.personalGoals, [key]: target.checked } })}
              >
                {label}
              </Checkbox>
            ))}
          </Fieldset>
          <RadioGroup
            legend="Profile visibility"
            name="profile_visibility"
            options={VISIBILITY_OPTIONS}
            value={values.visibility}
            error={refused ? CHOOSE_VISIBILITY : undefined}
            onChange={(visibility) => change({ visibility })}
          />
          <Box>
            <Text textStyle="label" mb="3">
              Notifications
            </Text>
            <Switch
              checked={values.notify}
              help="Relevant peer-group e-mails are sent only if this is on."
              onChange={({ target }) => change({ notify: target.checked })}
            >
              Send me peer-group e-mails
            </Switch>
          </Box>
        </SimpleGrid>
        <Flex align="center" gap="4" wrap="wrap">
          <Button type="submit" size="lg" aria-disabled={saving}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
          <Text role="status" textStyle="sm" color="fg.muted">
            {unsaved ? 'There are unsaved changes.' : ''}
          </Text>
        </Flex>
      </chakra.form>
    </CardSection>
  );
}
