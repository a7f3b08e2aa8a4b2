/** Form state of the profile, and the way to the request. */
import { goalSchema, type Goal, type PersonalGoal, type Profile, type ProfileUpdate, type Visibility } from '@site/contracts/api/profile';
import { PROGRAMME_INTEREST_KEY } from '@site/contracts/programme-interest';

export interface ProfileValues {
  visibility: Visibility;
  notify: boolean;
  goals: Record<Goal, boolean>;
  personalGoals: Record<PersonalGoal, boolean>;
}

/** Goal of the programme that a sign-up link named. */
function rememberedGoal(): Goal | null {
  try {
    return goalSchema.safeParse(localStorage.getItem(PROGRAMME_INTEREST_KEY)).data ?? null;
  } catch {
    return null;
  }
}

export function forgetRememberedGoal(): void {
  try {
    localStorage.removeItem(PROGRAMME_INTEREST_KEY);
  } catch {
    // What cannot be stored was never remembered.
  }
}

export const savedValues = ({ profile_visibility, notify_opt_in, goals, goals_personal }: Profile): ProfileValues => ({
  visibility: profile_visibility,
  notify: notify_opt_in,
  goals,
  personalGoals: goals_personal,
});

/** The values with which the form opens: as saved, with the goal of the programme of interest selected on a profile without goals. */
export function openingValues(profile: Profile): ProfileValues {
  const saved = savedValues(profile);
  const goal = Object.values(saved.goals).includes(true) ? null : rememberedGoal();
  return goal === null ? saved : { ...saved, goals: { ...saved.goals, [goal]: true } };
}

/** `fresh`, but for what differs between `from` and `values`. */
export function withChanges<T extends object>(fresh: T, from: T, values: T): T {
  const entries = Object.entries({ ...fresh, ...values }).map(([name, value]: [string, unknown]) => {
    const [newer, older] = [fresh, from].map((one) => one[name as keyof T] as unknown);
    if (typeof value === 'object') return [name, withChanges(newer as object, older as object, value as object)];
    return [name, value === older ? newer : value];
  });
  return Object.fromEntries(entries) as T;
}

export const isSame = (a: ProfileValues, b: ProfileValues): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Null while the visibility is one that cannot be chosen. */
export function toUpdate({ visibility, notify, goals, personalGoals }: ProfileValues): ProfileUpdate | null {
  if (visibility === 'public') return null;
  return { profile_visibility: visibility, notify_opt_in: notify, goals, goals_personal: personalGoals };
}
