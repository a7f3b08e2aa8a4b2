/** The frame of every view of the desk: whoever is not staff gets what stands at addresses without a page. */
import { Fragment, useState, type ReactNode } from 'react';
import { STAFF_GROUP } from '@site/contracts/api/desk';
import { deskView } from '@site/contracts/paths';
import { useSession } from '@site/session';
import { NotFound, PageMeta, PageSkeleton, Section } from '@site/ui';
import { consoleAddress, deskAddress, USUAL_ENVIRONMENT } from '../addresses';
import { registryApi } from '../registry/registry.api';
import { HeaderFrame, ViewLink } from './header-frame';
import { SessionEnded } from './session-ended';
import { isStaff } from './staff';

const VIEWS = [
  ['', 'Members'],
  ['signups', 'Sign-ups'],
  ['messages', 'Messages'],
  ['playbooks', 'Playbooks'],
  ['demos', 'Demos'],
  ['projects', 'Projects'],
  ['groups', 'Peer groups'],
  ['mails', 'Mails'],
  ['erasures', 'Erasures'],
  ['events', 'Events'],
] as const;

const THINGS: Partial<Record<string, string>> = { '': deskView('member/') };

interface DeskPageProps {
  title: string;
  children: ReactNode;
}

export function DeskPage({ title, children }: DeskPageProps) {
  const session = useSession();
  const [wasLetIn, setWasLetIn] = useState(false);
  if (!wasLetIn && isStaff(session)) setWasLetIn(true);
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'signedOut') return wasLetIn ? <SessionEnded /> : <NotFound />;
  if (!isStaff(session)) return <NotFound />;
  const { username, groups } = session.member;
  return (
    <>
      <PageMeta title={`${title} - Desk`} noindex />
      <HeaderFrame half="Desk" title={title} facts={<span>What members and visitors of the programme see, and who they are.</span>}>
        {VIEWS.map(([view, label]) => (
          <ViewLink key={view} to={deskAddress(view)} things={THINGS[view]}>
            {label}
          </ViewLink>
        ))}
        <ReleasesLink username={username} isLikely={groups.some((group) => group !== STAFF_GROUP)} />
      </HeaderFrame>
      <Section py={{ base: '6', md: '8' }}>
        {/* What was typed by one account is nothing of another, which may have signed in while the document was put aside. */}
        <Fragment key={username}>{children}</Fragment>
      </Section>
    </>
  );
}

/** The registry is not asked here, only what it has told elsewhere. @param isLikely Whether groups may have been granted something. */
function ReleasesLink({ username, isLikely }: { username: string; isLikely: boolean }) {
  const { data } = registryApi.endpoints.consoleWhoami.useQueryState(username);
  return (data ? data.verbs.length > 0 : isLikely) ? <ViewLink to={consoleAddress('', USUAL_ENVIRONMENT)}>Releases</ViewLink> : null;
}
