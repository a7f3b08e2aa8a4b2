/** The routes of the programme desk. */
import { actOnAccountRoute } from './accounts/act-on-account.route';
import { getAccountRoute } from './accounts/get-account.route';
import { setGroupsRoute } from './accounts/set-groups.route';
import { addDemoKindRoute } from './demo-kinds/add-demo-kind.route';
import { listDemoKindsRoute } from './demo-kinds/list-demo-kinds.route';
import { removeDemoKindRoute } from './demo-kinds/remove-demo-kind.route';
import { saveDemoKindRoute } from './demo-kinds/save-demo-kind.route';
import { listErasuresRoute } from './erasures/list-erasures.route';
import { listEventsRoute } from './events/list-events.route';
import { previewGroupMailRoute } from './mails/preview-group-mail.route';
import { sendGroupMailRoute } from './mails/send-group-mail.route';
import { endorseDemoRoute } from './members/endorse-demo.route';
import { getMemberRoute } from './members/get-member.route';
import { listMembersRoute } from './members/list-members.route';
import { saveMemberRoute } from './members/save-member.route';
import { answerMessageRoute } from './messages/answer-message.route';
import { listMessagesRoute } from './messages/list-messages.route';
import { saveMessageRoute } from './messages/save-message.route';
import { addPeerGroupRoute } from './peer-groups/add-peer-group.route';
import { listPeerGroupNamesRoute } from './peer-groups/list-peer-group-names.route';
import { listPeerGroupsRoute } from './peer-groups/list-peer-groups.route';
import { savePeerGroupRoute } from './peer-groups/save-peer-group.route';
import { addPlaybookRoute } from './playbooks/add-playbook.route';
import { listPlaybooksRoute } from './playbooks/list-playbooks.route';
import { removePlaybookRoute } from './playbooks/remove-playbook.route';
import { savePlaybookRoute } from './playbooks/save-playbook.route';
import { addProjectRoute } from './projects/add-project.route';
import { listProjectsRoute } from './projects/list-projects.route';
import { removeProjectRoute } from './projects/remove-project.route';
import { saveProjectRoute } from './projects/save-project.route';
import { listDeskPublicDemosRoute } from './public-demos/list-desk-public-demos.route';
import { removePublicDemoRoute } from './public-demos/remove-public-demo.route';
import { savePublicDemoRoute } from './public-demos/save-public-demo.route';
import { listSignupsRoute } from './signups/list-signups.route';

export const deskRoutes = [
  addDemoKindRoute,
  listDemoKindsRoute,
  removeDemoKindRoute,
  saveDemoKindRoute,
  sendGroupMailRoute,
  endorseDemoRoute,
  getMemberRoute,
  listMembersRoute,
  saveMemberRoute,
  listMessagesRoute,
  saveMessageRoute,
  addPeerGroupRoute,
  listPeerGroupNamesRoute,
  listPeerGroupsRoute,
  savePeerGroupRoute,
  addPlaybookRoute,
  listPlaybooksRoute,
  removePlaybookRoute,
  savePlaybookRoute,
  addProjectRoute,
  listProjectsRoute,
  removeProjectRoute,
  saveProjectRoute,
  listDeskPublicDemosRoute,
  removePublicDemoRoute,
  savePublicDemoRoute,
  actOnAccountRoute,
  getAccountRoute,
  setGroupsRoute,
  listSignupsRoute,
  listErasuresRoute,
  listEventsRoute,
  previewGroupMailRoute,
  answerMessageRoute,
];
