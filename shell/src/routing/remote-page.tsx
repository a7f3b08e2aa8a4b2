/** The place of a remote's page: shows a skeleton while it loads, and a panel when it can't be shown. */
import { ErrorPanel, PageMeta, Section } from '@site/ui';
import { Suspense, useEffect, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { AwaitedPage } from './awaited-page';
import { FailureBoundary } from './failure-boundary';
import { useLazyPages } from './lazy-pages';
import { PageArrival } from './page-arrival';

const FAILED = 'This part of the site did not load';

export interface RemotePageProps {
  remote: string;
  page: string;
  /** Where the page says none, and until it does. */
  title: string;
}

export function RemotePage({ remote, page, title }: RemotePageProps): ReactNode {
  const pages = useLazyPages();
  useEffect(() => () => pages.leave(remote, page), [pages, remote, page]);
  return (
    <FailureBoundary
      onError={(error) => pages.fail(remote, page, error)}
      renderFailure={(retry) => (
        <>
          <PageMeta title={FAILED} noindex />
          <Section>
            <ErrorPanel
              title={FAILED}
              titleAs="h1"
              message="The rest of the site works. Try again, or come back in a few minutes."
              onRetry={retry}
            />
          </Section>
          <PageArrival />
        </>
      )}
    >
      <Suspense fallback={<AwaitedPage title={title} />}>
        <CurrentPage remote={remote} page={page} title={title} />
        <PageArrival />
      </Suspense>
    </FailureBoundary>
  );
}

/** Below the boundary, so that a retry asks for the page anew. */
function CurrentPage({ remote, page, title }: RemotePageProps): ReactNode {
  const Page: ComponentType = useLazyPages().component(remote, page);
  const [saysNoTitle, setSaysNoTitle] = useState(false);
  // A document without a title is named by its address. Browsers show the first: React puts one that the page says later before this one.
  useLayoutEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- only the document knows what the page has said
    if (!document.querySelector('head>title:not([data-interim])')) setSaysNoTitle(true);
  }, []);
  return (
    <>
      {/* eslint-disable-next-line react-hooks/static-components -- the same page is the same component until it fails */}
      <Page />
      {saysNoTitle && <PageMeta title={title} />}
    </>
  );
}
