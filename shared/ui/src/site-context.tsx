import type { ContactFacts } from '@site/contracts/params';
import { createContext, useContext, type ReactNode } from 'react';

/** What every page may say about the site as a whole. The shell takes it from the runtime parameters. */
export interface Site {
  readonly brand: string;
  /** Public origin without a trailing slash, for canonical addresses. Absent where no public address is known. */
  readonly origin?: string | undefined;
  /** Used by pages that give none. */
  readonly description: string;
  /** Used by pages that give none, separated by commas. */
  readonly keywords: string;
  /** Address of the picture for link previews, starting with a slash. */
  readonly image?: string | undefined;
  /** How the practice is reached. */
  readonly contact: ContactFacts;
  /** Page of the practice on a professional network. */
  readonly networkUrl: string;
  /** Names of the providers offered for signing in beside the site's own accounts, in order. */
  readonly signInProviders: readonly string[];
}

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ value, children }: { value: Site; children: ReactNode }) {
  return <SiteContext value={value}>{children}</SiteContext>;
}

/** Throws outside of a {@link SiteProvider}. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite is called outside of SiteProvider');
  return site;
}
