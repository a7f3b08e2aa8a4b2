import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { App, type AppProps } from './layout/app';
import { FrameBoundary } from './layout/frame-boundary';
import type { SiteStore } from './store';

export interface RootProps extends AppProps {
  store: SiteStore;
  /** Told of failures outside of the pages. */
  onFrameError: (error: unknown) => void;
}

/** The whole application below its router, the same in the browser and on the server. */
export function Root({ store, onFrameError, ...app }: RootProps): ReactNode {
  // What documents are rendered with. A page whose code comes later than the session begins with it, too.
  const [rendered] = useState(() => store.getState());
  return (
    <FrameBoundary onError={onFrameError}>
      <Provider store={store} serverState={rendered}>
        <App {...app} />
      </Provider>
    </FrameBoundary>
  );
}
