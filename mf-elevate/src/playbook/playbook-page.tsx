import type { ReactNode } from 'react';
import { requestOf, statusOf } from '@site/api-client/failure';
import * as paths from '@site/contracts/paths';
import { useParams } from '@site/router';
import { useMember, useSession } from '@site/session';
import { ButtonLink, EmptyState, ErrorPanel, PageHeader, PageMeta, Section } from '@site/ui';
import { Loading } from '../loading';
import { PLAYBOOK_IN_WAITING } from '../playbook-in-waiting';
import { playbooksApi } from '../playbooks.api';
import { PlaybookDetails, PlaybookTexts } from './playbook-details';

const ROW_ID = /^[1-9]\d{0,8}$/;

export default function PlaybookPage() {
  const { id } = useParams();
  if (id === undefined)
    return <PlaybookMissing title="No playbook is chosen" text="A playbook is opened from the Draft, where all of them are listed." />;
  if (!ROW_ID.test(id)) return <PlaybookNotFound />;
  return <PlaybookById id={Number(id)} />;
}

function PlaybookById({ id }: { id: number }) {
  const { status } = useSession();
  const reader = useMember()?.username ?? null;
  const { currentData: playbook, error, refetch } = playbooksApi.useElevatePlaybookQuery({ id, reader }, { skip: status === 'unknown' });

  if (playbook) return <PlaybookDetails playbook={playbook} signedOut={status === 'signedOut'} />;
  if (error && statusOf(error) === 404) return <PlaybookNotFound />;
  return (
    <PlaybookFrame title="Playbook">
      {error ? (
        <ErrorPanel
          title="The playbook did not load"
          message="Try again in a moment."
          request={requestOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading what="the playbook">
          <PlaybookTexts playbook={PLAYBOOK_IN_WAITING} signedOut={false} />
        </Loading>
      )}
    </PlaybookFrame>
  );
}

const PlaybookNotFound = () => (
  <PlaybookMissing
    title="This playbook is not available"
    text="It may have been withdrawn, or the address may be mistyped. The Draft lists those that are open."
  />
);

function PlaybookMissing({ title, text }: { title: string; text: string }) {
  return (
    <PlaybookFrame title="Playbook" noindex>
      <EmptyState title={title} action={<ButtonLink to={paths.draft}>Go to the Draft</ButtonLink>}>
        {text}
      </EmptyState>
    </PlaybookFrame>
  );
}

function PlaybookFrame({ title, noindex = false, children }: { title: string; noindex?: boolean; children: ReactNode }) {
  return (
    <>
      <PageMeta
        title={title}
        description="Details of a playbook: an archetype for incentives, culture, projects and roles."
        keywords="playbook, incentives, culture, projects, roles"
        noindex={noindex}
      />
      <PageHeader title={title} eyebrow="Playbooks" />
      <Section pt={{ base: '8', md: '12', xl: '16' }}>{children}</Section>
    </>
  );
}
