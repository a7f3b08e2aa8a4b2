/** The frame of every view: who may see it, where one is, and whether what is shown is live. */
import { Fragment, useDeferredValue, useState, type ReactNode } from 'react';
import type { Whoami } from '@site/release-model/registry-answers';
import { Navigate } from '@site/router';
import { useSession } from '@site/session';
import { Container, ErrorPanel, NotFound, PageMeta, PageSkeleton, Section } from '@site/ui';
import { deskAddress, useEnvironment } from '../addresses';
import { messageOf, type Failure } from '../registry/failure';
import { registryApi } from '../registry/registry.api';
import { ConsoleHeader } from './console-header';
import { HandleForm } from './handle-form';
import { SessionEnded } from './session-ended';
import { isStaff } from './staff';

interface ConsolePageProps {
  title: string;
  /** Whether the page is about one environment, which can be chosen then. */
  hasEnvironment?: boolean;
  children: (person: Whoami) => ReactNode;
}

/**
 * Whoever may see nothing of the registry gets what stands at addresses without a page, unless they were let in before their session ended. A long view is drawn in
 * pieces, as answers are.
 */
export function ConsolePage({ title, hasEnvironment = true, children }: ConsolePageProps) {
  const session = useSession();
  const environment = useEnvironment();
  const username = session.status === 'signedIn' ? session.member.username : null;
  const answer = registryApi.useConsoleWhoamiQuery(username ?? '', { skip: username === null });
  // Of this account alone: in a document that was put aside, another may have signed in meanwhile.
  const { currentData: data, error, refetch, isFetching } = useDeferredValue(answer);
  const [wasLetIn, setWasLetIn] = useState(false);
  const isLetIn = data !== undefined && data.verbs.length > 0;
  if (isLetIn && !wasLetIn) setWasLetIn(true);
  if (session.status === 'signedOut') return wasLetIn ? <SessionEnded /> : <NotFound />;
  // Staff who release nothing have their half of the console.
  if (data?.verbs.length === 0) return isStaff(session) ? <Navigate to={deskAddress('')} replace /> : <NotFound />;
  // A session that has ended elsewhere.
  if (error && isUnknown(error)) return wasLetIn ? <SessionEnded /> : <NotFound />;
  if (data)
    return (
      <>
        <PageMeta title={`${title} - Console`} noindex />
        <ConsoleHeader title={title} hasEnvironment={hasEnvironment} person={data} />
        <Section py={{ base: '6', md: '8' }}>
          {data.kind === 'person' && data.handle === null && <HandleForm />}
          {/* What was awaited or typed of one environment is nothing of another. */}
          <Fragment key={environment}>{children(data)}</Fragment>
        </Section>
      </>
    );
  if (error)
    return (
      <Container py="12">
        <PageMeta title="Console" noindex />
        <ErrorPanel
          titleAs="h1"
          title="The console is not available"
          message={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Container>
    );
  return <PageSkeleton />;
}

/** To the registry: nobody. */
const isUnknown = (failure: Failure): boolean => 'status' in failure && failure.status === 401;
