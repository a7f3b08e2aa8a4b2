import * as paths from '@site/contracts/paths';
import { ButtonLink, PageHeader, PageMeta } from '@site/ui';

/** Stands in the place of a view for whoever was let in before. Others are not told that there is one. */
export const SessionEnded = () => (
  <>
    <PageMeta title="Your session has ended" noindex />
    <PageHeader title="Your session has ended" lead="Sign in to come back to this page.">
      <ButtonLink to={paths.signInFor('console')} state={{ returnTo: window.location.pathname + window.location.search }}>
        Sign in
      </ButtonLink>
    </PageHeader>
  </>
);
