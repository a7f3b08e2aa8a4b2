/** The place of a page that is on its way. */
import { PageMeta, PageSkeleton } from '@site/ui';
import type { ReactNode } from 'react';
import { PageDeparture } from './page-arrival';

/** @param title Of the page, as far as it is known: a document without a title is named by its address. */
export const AwaitedPage = ({ title = 'Loading the page' }: { title?: string }): ReactNode => (
  <>
    <PageMeta title={title} />
    <PageDeparture />
    <PageSkeleton />
  </>
);
