/** Shows something else in the place of what failed, until the person retries or goes to another page. */
import { useLocation } from '@site/router';
import { Component, useState, type ReactNode } from 'react';

interface CatcherProps {
  children: ReactNode;
  onError: (error: unknown) => void;
}

/** React offers error boundaries as classes only. */
class Catcher extends Component<CatcherProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = (): { failed: boolean } => ({ failed: true });

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

export interface FailureBoundaryProps {
  children: ReactNode;
  /** Called once for each failure. */
  onError: (error: unknown) => void;
  renderFailure: (retry: () => void) => ReactNode;
}

/** What `renderFailure` gives stands outside: if that fails too, the boundary around this one takes over. */
export function FailureBoundary({ children, onError, renderFailure }: FailureBoundaryProps): ReactNode {
  const { key } = useLocation();
  const [failedAt, setFailedAt] = useState<string | null>(null);
  if (failedAt !== null && failedAt !== key) setFailedAt(null);
  if (failedAt === key) return renderFailure(() => setFailedAt(null));
  return (
    <Catcher
      onError={(error) => {
        onError(error);
        setFailedAt(key);
      }}
    >
      {children}
    </Catcher>
  );
}
