import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { App, type AppProps } from './layout/app';
import type { SiteStore } from './store';

/** The whole application below its router, the same in the browser and on the server. */
export function Root({ store, ...app }: AppProps & { store: SiteStore }): ReactNode {
  return (
    <Provider store={store}>
      <App {...app} />
    </Provider>
  );
}
