import { ButtonLink } from './links';
import { PageHeader } from './page-header';
import { PageMeta } from './page-meta';

/** What stands at addresses without a page, and in the place of pages that not everybody may know of. */
export function NotFound() {
  return (
    <>
      <PageMeta title="Page is not available" noindex />
      <PageHeader title="Page is not available" lead="The page is not available.">
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </PageHeader>
    </>
  );
}
