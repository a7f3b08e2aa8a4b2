import type { Composition } from '@site/contracts/composition';
import { SHELL_NAME } from '@site/contracts/release';
import type { ReactNode } from 'react';
import { registeredEntry } from '../federation/containers';
import { later } from '../later';
import type { SiteMap } from '../routing/site-map';

/**
 * What the shell knows anyway. It is handed over because a module that code of previews imports by itself is a module of its own in the scripts of all
 * visitors, with everything that nobody needs of it.
 */
export interface ShellKnowledge {
  shellName: string;
  /** Address of the entry that the pages of a remote come from in this browser; null where none of them was asked for. */
  registeredEntry: (name: string) => string | null;
}

const KNOWLEDGE: ShellKnowledge = { shellName: SHELL_NAME, registeredEntry };

export interface PreviewProps {
  composition: Composition;
  map: SiteMap;
  knowledge: ShellKnowledge;
}

const PreviewRibbon = later<PreviewProps>(() => import('./preview-ribbon').then((loaded) => loaded.PreviewRibbon));

/** Says in a preview that it is one. Nobody else loads its code, and no rendered document has it: what is rendered is the same for all. */
export const PreviewOutlet = ({ composition, map }: Omit<PreviewProps, 'knowledge'>): ReactNode =>
  composition.preview && <PreviewRibbon composition={composition} map={map} knowledge={KNOWLEDGE} />;
