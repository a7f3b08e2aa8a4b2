/** The place of a remote's page: shows a skeleton while it loads and a panel when it can't be shown, and lets nothing out. */
import { ErrorPanel, PageMeta, PageSkeleton, Section } from '@site/ui';
import { Component, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { PageArrival } from './page-arrival';
import { useLazyPages } from './lazy-pages';

const FAILED = 'This part of the site did not load';

interface BoundaryProps {
  children: ReactNode;
  onError: (error: unknown) => void;
  onRetry: () => void;
}

/** React offers error boundaries as classes only. */
class RemoteBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = (): { failed: boolean } => ({ failed: true });

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <PageMeta title={FAILED} noindex />
        <Section>
          <ErrorPanel
            title={FAILED}
            titleAs="h1"
            message="The rest of the site works. Try again, or come back in a few minutes."
            onRetry={this.props.onRetry}
          />
        </Section>
        <PageArrival />
      </>
    );
  }
}

export function RemotePage({ remote, page }: { remote: string; page: string }): ReactNode {
  const pages = useLazyPages();
  const [attempt, setAttempt] = useState(0);
  const Page: ComponentType = pages.component(remote, page);
  const retry = (): void => {
    pages.forget(remote, page);
    setAttempt(attempt + 1);
  };
  return (
    <RemoteBoundary key={attempt} onError={(error) => pages.onRenderError(remote, page, error)} onRetry={retry}>
      <Suspense fallback={<PageSkeleton />}>
        {/* eslint-disable-next-line react-hooks/static-components -- the same page is the same component until it is forgotten */}
        <Page />
        <PageArrival />
      </Suspense>
    </RemoteBoundary>
  );
}
