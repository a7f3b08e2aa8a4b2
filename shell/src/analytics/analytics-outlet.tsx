import type { ReactNode } from 'react';
import { later } from '../later';
import type { AnalyticsTagProps } from './analytics-tag';

const AnalyticsTag = later<AnalyticsTagProps>(() => import('./analytics-tag').then((loaded) => loaded.AnalyticsTag));

interface AnalyticsOutletProps extends Omit<AnalyticsTagProps, 'tag'> {
  /** Measurement id, if the site is measured at all. */
  tag: string | undefined;
}

/** Sites that are not measured do without its code. Where it does not load nobody is asked, and nothing is counted. */
export const AnalyticsOutlet = ({ tag, needsConsent }: AnalyticsOutletProps): ReactNode =>
  tag && <AnalyticsTag tag={tag} needsConsent={needsConsent} />;
