/** Every clause of the specification, in its order. */
import type { Part } from '../clause';
import { offers } from './1-offers';
import { steps } from './1-steps';
import { formScreens } from './2-form-screens';
import { frame } from './2-frame';
import { marketingScreens } from './2-marketing-screens';
import { cardScreen, draftScreen } from './2-member-screens';
import { pages, routeTable } from './2-routes';
import { formEntities } from './3-form-entities';
import { programmeEntities } from './3-programme-entities';
import { pageStates } from './4-page-states';
import { sessionStates } from './4-session-states';
import { formRules } from './5-form-rules';
import { signInRules } from './5-sign-in-rules';
import { permissions } from './6-permissions';
import { backendCalls } from './7-backend-calls';
import { identityCalls } from './7-identity-calls';
import { actionErrors } from './8-action-errors';
import { loadingErrors } from './8-loading-errors';
import { signInErrors } from './8-sign-in-errors';
import { limits } from './9-limits';

export const parts: Part[] = [
  ...[offers, steps],
  ...[pages, routeTable, frame, marketingScreens, formScreens, draftScreen, cardScreen],
  ...[formEntities, programmeEntities],
  ...[sessionStates, pageStates],
  ...[formRules, signInRules],
  permissions,
  ...[backendCalls, identityCalls],
  ...[actionErrors, loadingErrors, signInErrors],
  limits,
];
