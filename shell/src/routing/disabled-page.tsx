/** The place of a page whose remote is switched off. */
import { ErrorPanel, PageMeta, Section } from '@site/ui';
import type { ReactNode } from 'react';
import { PageArrival } from './page-arrival';

export interface DisabledPageProps {
  /** Title of the page that would be here. */
  title: string;
  message: string;
}

export function DisabledPage({ title, message }: DisabledPageProps): ReactNode {
  return (
    <>
      <PageMeta title={title} noindex />
      <Section>
        <ErrorPanel title="This part of the site is switched off" titleAs="h1" message={message} />
      </Section>
      <PageArrival />
    </>
  );
}
