import type { Composition } from '@site/contracts/composition';
import { SHELL_NAME } from '@site/contracts/release';
import { containerName } from '@site/contracts/remote-config';
import type { ReactNode } from 'react';
import { later } from '../later';
import type { SiteMap } from '../routing/site-map';

/**
 * What the shell knows anyway. It is handed over because a module that code of previews imports by itself is a module of its own in the scripts of all
 * visitors, with everything that nobody needs of it.
 */
export interface ShellKnowledge {
  shellName: string;
  /** Name of a remote in Module Federation. */
  containerName: (name: string) => string;
}

const KNOWLEDGE: ShellKnowledge = { shellName: SHELL_NAME, containerName };

export interface PreviewProps {
  composition: Composition;
  map: SiteMap;
  knowledge: ShellKnowledge;
}

const PreviewRibbon = later<PreviewProps>(() => import('./preview-ribbon').then((loaded) => loaded.PreviewRibbon));

/** Says in a preview that it is one. Nobody else loads its code, and no rendered document has it: what is rendered is the same for all. */
export const PreviewOutlet = ({ composition, map }: Omit<PreviewProps, 'knowledge'>): ReactNode =>
  composition.preview && <PreviewRibbon composition={composition} map={map} knowledge={KNOWLEDGE} />;
