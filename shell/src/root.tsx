import { useEffect, useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { App, type AppProps } from './layout/app';
import { FrameBoundary } from './layout/frame-boundary';
import type { SiteStore } from './store';

export interface RootProps extends AppProps {
  store: SiteStore;
  /** Told of failures outside of the pages. */
  onFrameError: (error: unknown) => void;
  /** Told once the frame is shown, and its effects have not failed. Not on the server. */
  onFrameShown?: () => void;
}

/** The whole application below its router, the same in the browser and on the server. */
export function Root({ store, onFrameError, onFrameShown = nothing, ...app }: RootProps): ReactNode {
  // What documents are rendered with. A page whose code comes later than the session begins with it, too.
  const [rendered] = useState(() => store.getState());
  return (
    <FrameBoundary onError={onFrameError}>
      <Provider store={store} serverState={rendered}>
        <App {...app} />
      </Provider>
      <Shown onShown={onFrameShown} />
    </FrameBoundary>
  );
}

const nothing = (): void => undefined;

/** Beside the frame, and gone with it: in a task of its own, because an effect that fails takes the frame away only after all effects have run. */
function Shown({ onShown }: { onShown: () => void }): null {
  useEffect(() => {
    const task = setTimeout(onShown);
    return () => clearTimeout(task);
  }, [onShown]);
  return null;
}
