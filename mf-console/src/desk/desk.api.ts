/** What the console asks the programme desk, in the cache that all pages share, in the shapes of the contracts. */
import { baseApi, type ApiError } from '@site/api-client';
import type {
  DemoKindInput,
  DeskDemoKind,
  DeskMessage,
  DeskPlaybook,
  DeskProject,
  DeskPublicDemo,
  GroupMail,
  GroupMailPreview,
  MessageStatus,
  MessageUpdate,
  PeerGroup,
  PeerGroupName,
  PlaybookInput,
  ProjectInput,
  PublicDemoInput,
} from '@site/contracts/api/desk';
import type { DeskEvent, DeskEventQuery } from '@site/contracts/api/desk-events';
import type {
  Account,
  AccountAct,
  DeskDemo,
  Erasure,
  Member,
  MemberDetails,
  MemberQuery,
  MemberUpdate,
  WaitingSignup,
} from '@site/contracts/api/desk-members';
import { queryText } from '../registry/registry-query';
import { askDesk, type DeskRequest } from './desk-query';

const TAGS = {
  members: 'desk/members',
  accounts: 'desk/accounts',
  signups: 'desk/signups',
  messages: 'desk/messages',
  playbooks: 'desk/playbooks',
  demos: 'desk/demos',
  projects: 'desk/projects',
  groups: 'desk/groups',
  events: 'desk/events',
} as const;

type Tag = (typeof TAGS)[keyof typeof TAGS];
type Result<Answer> = { data: Answer } | { error: ApiError };

const asking = <Answer, Argument>(request: (argument: Argument) => DeskRequest, tag: Tag) => ({
  queryFn: (argument: Argument, { signal }: { signal: AbortSignal }): Promise<Result<Answer>> => askDesk<Answer>(request(argument), signal),
  providesTags: [tag],
  // Somebody else may have changed it since it was looked at last.
  keepUnusedDataFor: 0,
});

/** After a refusal too, what is shown is asked for again: somebody else has changed it, or it is gone. */
const writing = <Answer, Argument>(request: (argument: Argument) => DeskRequest, ...tags: Tag[]) => ({
  queryFn: (argument: Argument, { signal }: { signal: AbortSignal }): Promise<Result<Answer>> => askDesk<Answer>(request(argument), signal),
  invalidatesTags: [...tags, TAGS.events],
});

/** What is written of something that exists, in the version that was seen. */
export interface Save<Input, Key = number> {
  id: Key;
  version: number;
  input: Input;
}

type Removal = Omit<Save<never>, 'input'>;

const at = (resource: string, id: string | number, more = '') => `/${resource}/${encodeURIComponent(id)}${more}`;
const adding =
  (resource: string) =>
  (body: unknown): DeskRequest => ({ path: `/${resource}`, method: 'POST', body });
const saving =
  (resource: string) =>
  ({ id, version, input }: Save<unknown, string | number>): DeskRequest => ({
    path: at(resource, id),
    method: 'PUT',
    version,
    body: input,
  });
const removing =
  (resource: string) =>
  ({ id, version }: Removal): DeskRequest => ({ path: at(resource, id), method: 'DELETE', version });

/** How many the desk answers at once. */
export const DESK_PAGE = 50;

export const deskApi = baseApi.enhanceEndpoints({ addTagTypes: Object.values(TAGS) }).injectEndpoints({
  endpoints: (build) => ({
    deskMembers: build.query<Member[], MemberQuery>(
      asking<Member[], MemberQuery>((query) => ({ path: `/members?${queryText(query)}` }), TAGS.members),
    ),
    deskMember: build.query<MemberDetails, string>(asking<MemberDetails, string>((id) => ({ path: at('members', id) }), TAGS.members)),
    deskSaveMember: build.mutation<Member, Save<MemberUpdate, string>>(
      writing<Member, Save<MemberUpdate, string>>(saving('members'), TAGS.members, TAGS.groups),
    ),
    deskEndorse: build.mutation<DeskDemo, Save<{ endorsements: string[] }>>(
      writing<DeskDemo, Save<{ endorsements: string[] }>>(
        ({ id, version, input }) => ({ path: at('player-demos', id, '/endorsements'), method: 'PUT', version, body: input }),
        TAGS.members,
      ),
    ),

    deskAccount: build.query<Account, string>(asking<Account, string>((id) => ({ path: at('accounts', id) }), TAGS.accounts)),
    deskActOnAccount: build.mutation<Account, { id: string; act: AccountAct; version: string }>(
      writing<Account, { id: string; act: AccountAct; version: string }>(
        ({ id, act, version }) => ({ path: at('accounts', id, `/${act}`), method: 'POST', version }),
        TAGS.accounts,
        TAGS.signups,
      ),
    ),
    /** Of an account that nobody has looked at: an invitation overwrites nothing. */
    deskInviteAgain: build.mutation<Account, string>({
      async queryFn(id, { signal }): Promise<Result<Account>> {
        const seen = await askDesk<Account>({ path: at('accounts', id) }, signal);
        if (seen.error) return seen;
        return askDesk<Account>({ path: at('accounts', id, '/invite'), method: 'POST', version: seen.data.version }, signal);
      },
      invalidatesTags: [TAGS.accounts, TAGS.signups, TAGS.events],
    }),
    deskSetGroups: build.mutation<Account, { id: string; groups: string[]; version: string }>(
      writing<Account, { id: string; groups: string[]; version: string }>(
        ({ id, groups, version }) => ({ path: at('accounts', id, '/groups'), method: 'PUT', version, body: { groups } }),
        TAGS.accounts,
      ),
    ),

    deskSignups: build.query<WaitingSignup[], number | undefined>(
      asking<WaitingSignup[], number | undefined>((before) => ({ path: `/signups?${queryText({ before })}` }), TAGS.signups),
    ),
    deskErasures: build.query<Erasure[], string | undefined>(
      asking<Erasure[], string | undefined>((after) => ({ path: `/erasures?${queryText({ after })}` }), TAGS.members),
    ),
    deskEvents: build.query<DeskEvent[], DeskEventQuery>(
      asking<DeskEvent[], DeskEventQuery>((query) => ({ path: `/events?${queryText(query)}` }), TAGS.events),
    ),

    deskMessages: build.query<DeskMessage[], { status?: MessageStatus | undefined; before?: string | undefined }>(
      asking<DeskMessage[], { status?: MessageStatus | undefined; before?: string | undefined }>(
        (query) => ({ path: `/messages?${queryText(query)}` }),
        TAGS.messages,
      ),
    ),
    deskSaveMessage: build.mutation<DeskMessage, Save<MessageUpdate>>(
      writing<DeskMessage, Save<MessageUpdate>>(saving('messages'), TAGS.messages),
    ),
    deskAnswerMessage: build.mutation<DeskMessage, Save<{ text: string }>>(
      writing<DeskMessage, Save<{ text: string }>>(
        ({ id, version, input }) => ({ path: at('messages', id, '/answers'), method: 'POST', version, body: input }),
        TAGS.messages,
      ),
    ),

    deskPlaybooks: build.query<DeskPlaybook[], undefined>(
      asking<DeskPlaybook[], undefined>(() => ({ path: '/playbooks' }), TAGS.playbooks),
    ),
    deskAddPlaybook: build.mutation<DeskPlaybook, PlaybookInput>(writing<DeskPlaybook, PlaybookInput>(adding('playbooks'), TAGS.playbooks)),
    deskSavePlaybook: build.mutation<DeskPlaybook, Save<PlaybookInput>>(
      writing<DeskPlaybook, Save<PlaybookInput>>(saving('playbooks'), TAGS.playbooks),
    ),
    deskRemovePlaybook: build.mutation<DeskPlaybook, Removal>(writing<DeskPlaybook, Removal>(removing('playbooks'), TAGS.playbooks)),

    deskDemoKinds: build.query<DeskDemoKind[], undefined>(asking<DeskDemoKind[], undefined>(() => ({ path: '/demo-kinds' }), TAGS.demos)),
    deskAddDemoKind: build.mutation<DeskDemoKind, DemoKindInput>(writing<DeskDemoKind, DemoKindInput>(adding('demo-kinds'), TAGS.demos)),
    deskSaveDemoKind: build.mutation<DeskDemoKind, Save<DemoKindInput>>(
      writing<DeskDemoKind, Save<DemoKindInput>>(saving('demo-kinds'), TAGS.demos),
    ),
    deskRemoveDemoKind: build.mutation<DeskDemoKind, Removal>(writing<DeskDemoKind, Removal>(removing('demo-kinds'), TAGS.demos)),
    deskPublicDemos: build.query<DeskPublicDemo[], undefined>(
      asking<DeskPublicDemo[], undefined>(() => ({ path: '/public-demos' }), TAGS.demos),
    ),
    /** Version 0 stands for a kind that is not offered yet. */
    deskSavePublicDemo: build.mutation<DeskPublicDemo, Save<PublicDemoInput>>(
      writing<DeskPublicDemo, Save<PublicDemoInput>>(saving('public-demos'), TAGS.demos),
    ),
    deskRemovePublicDemo: build.mutation<DeskPublicDemo, Removal>(writing<DeskPublicDemo, Removal>(removing('public-demos'), TAGS.demos)),

    deskProjects: build.query<DeskProject[], undefined>(asking<DeskProject[], undefined>(() => ({ path: '/projects' }), TAGS.projects)),
    deskAddProject: build.mutation<DeskProject, ProjectInput>(writing<DeskProject, ProjectInput>(adding('projects'), TAGS.projects)),
    deskSaveProject: build.mutation<DeskProject, Save<ProjectInput>>(
      writing<DeskProject, Save<ProjectInput>>(saving('projects'), TAGS.projects),
    ),
    deskRemoveProject: build.mutation<DeskProject, Removal>(writing<DeskProject, Removal>(removing('projects'), TAGS.projects)),

    deskPeerGroups: build.query<PeerGroup[], string | undefined>(
      asking<PeerGroup[], string | undefined>((after) => ({ path: `/peer-groups?${queryText({ after })}` }), TAGS.groups),
    ),
    deskPeerGroupNames: build.query<PeerGroupName[], undefined>(
      asking<PeerGroupName[], undefined>(() => ({ path: '/peer-group-names' }), TAGS.groups),
    ),
    deskAddPeerGroup: build.mutation<PeerGroup, { code: string; name: string }>(
      writing<PeerGroup, { code: string; name: string }>(adding('peer-groups'), TAGS.groups),
    ),
    deskSavePeerGroup: build.mutation<PeerGroup, Save<{ name: string; is_open: boolean }, string>>(
      writing<PeerGroup, Save<{ name: string; is_open: boolean }, string>>(saving('peer-groups'), TAGS.groups),
    ),

    deskPreviewMail: build.mutation<GroupMailPreview, GroupMail>({
      queryFn: (body, { signal }): Promise<Result<GroupMailPreview>> => askDesk({ path: '/mails/preview', method: 'POST', body }, signal),
    }),
    deskSendMail: build.mutation<{ recipients: number }, { mail: GroupMail; key: string }>(
      writing<{ recipients: number }, { mail: GroupMail; key: string }>(({ mail, key }) => ({
        path: '/mails',
        method: 'POST',
        key,
        body: mail,
      })),
    ),
  }),
});
