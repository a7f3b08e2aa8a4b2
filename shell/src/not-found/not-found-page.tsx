import { ButtonLink, PageHeader, PageMeta } from '@site/ui';
import type { ReactNode } from 'react';
import { PageArrival } from '../routing/page-arrival';

export function NotFoundPage(): ReactNode {
  return (
    <>
      <PageMeta title="Page is not available" noindex />
      <PageHeader title="Page is not available" lead="The page is not available.">
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </PageHeader>
      <PageArrival />
    </>
  );
}
