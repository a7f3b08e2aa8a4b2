/** Around the whole frame: what fails there leaves a plain panel, in which nothing of the design system could fail again. */
import type { ReactNode } from 'react';
import { FailureBoundary } from '../routing/failure-boundary';

export interface FrameBoundaryProps {
  children: ReactNode;
  onError: (error: unknown) => void;
}

export const FrameBoundary = ({ children, onError }: FrameBoundaryProps): ReactNode => (
  <FailureBoundary onError={onError} renderFailure={() => <ReloadPanel />}>
    {children}
  </FailureBoundary>
);

const ReloadPanel = (): ReactNode => (
  <main style={{ maxWidth: '40rem', margin: '0 auto', padding: '4rem 1.5rem', fontFamily: 'system-ui, sans-serif' }}>
    <div role="alert">
      <h1 style={{ fontSize: '1.5rem', fontWeight: 600 }}>The site could not be shown</h1>
      <p style={{ margin: '1rem 0' }}>Something went wrong in this browser. Please reload the page.</p>
    </div>
    <button type="button" style={{ padding: '0.75rem 1.25rem', border: '1px solid', cursor: 'pointer' }} onClick={() => location.reload()}>
      Reload
    </button>
  </main>
);
