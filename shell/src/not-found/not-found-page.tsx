import { NotFound } from '@site/ui';
import type { ReactNode } from 'react';
import { PageArrival } from '../routing/page-arrival';

export function NotFoundPage(): ReactNode {
  return (
    <>
      <NotFound />
      <PageArrival />
    </>
  );
}
