/** All routes of the API. */
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ApiServer, ApiServices } from './api-server';
import { challengeRoute } from './bot-check/challenge.route';
import { contactRoute } from './contact/contact.route';
import { addDemoRoute } from './demos/add-demo.route';
import { listPlayerDemosRoute } from './demos/list-player-demos.route';
import { listPublicDemosRoute } from './demos/list-public-demos.route';
import { removeDemoRoute } from './demos/remove-demo.route';
import { saveDemoRoute } from './demos/save-demo.route';
import { deskRoutes } from './desk/desk-routes';
import { getPhotoRoute } from './photo/get-photo.route';
import { savePhotoRoute } from './photo/save-photo.route';
import { changeRoleRoute } from './playbooks/change-role.route';
import { followRoute } from './playbooks/follow.route';
import { getPlaybookRoute } from './playbooks/get-playbook.route';
import { getUserPlaybookRoute } from './playbooks/get-user-playbook.route';
import { listFollowsRoute } from './playbooks/list-follows.route';
import { listPlaybooksRoute } from './playbooks/list-playbooks.route';
import { listUserPlaybooksRoute } from './playbooks/list-user-playbooks.route';
import { unfollowRoute } from './playbooks/unfollow.route';
import { cancelDeletionRoute } from './privacy/cancel-deletion.route';
import { exportDataRoute } from './privacy/export-data.route';
import { requestDeletionRoute } from './privacy/request-deletion.route';
import { unsubscribeRoute } from './privacy/unsubscribe.route';
import { getProfileRoute } from './profile/get-profile.route';
import { saveProfileRoute } from './profile/save-profile.route';
import { listProjectsRoute } from './projects/list-projects.route';
import { sessionRoute } from './session/session.route';
import { signupRoute } from './signup/signup.route';

const routes = [
  challengeRoute,
  contactRoute,
  signupRoute,
  sessionRoute,
  getProfileRoute,
  saveProfileRoute,
  savePhotoRoute,
  getPhotoRoute,
  listProjectsRoute,
  listPlaybooksRoute,
  getPlaybookRoute,
  listUserPlaybooksRoute,
  getUserPlaybookRoute,
  listPublicDemosRoute,
  listPlayerDemosRoute,
  addDemoRoute,
  saveDemoRoute,
  removeDemoRoute,
  listFollowsRoute,
  followRoute,
  changeRoleRoute,
  unfollowRoute,
  exportDataRoute,
  requestDeletionRoute,
  cancelDeletionRoute,
  ...deskRoutes,
];

export async function addRoutes(app: ApiServer, services: ApiServices): Promise<void> {
  for (const route of routes) route(app, services);
  // In a scope of its own: it reads form encodings that no other route accepts.
  await app.register(async (scope) => unsubscribeRoute(scope.withTypeProvider<ZodTypeProvider>(), services));
}
