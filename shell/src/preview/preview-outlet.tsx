import type { Composition } from '@site/contracts/composition';
import { SHELL_NAME } from '@site/contracts/release';
import { containerName } from '@site/contracts/remote-config';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
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

/** Says in a preview that it is one. Nobody else loads its code, and no rendered document has it: what is rendered is the same for all. */
export function PreviewOutlet({ composition, map }: Omit<PreviewProps, 'knowledge'>): ReactNode {
  const [Ribbon, setRibbon] = useState<ComponentType<PreviewProps> | null>(null);
  const isPreview = composition.preview !== null;

  useEffect(() => {
    if (!isPreview) return;
    let current = true;
    // Where it does not load, the page is worth more without it than no page.
    void import('./preview-ribbon').then(
      ({ PreviewRibbon }) => current && setRibbon(() => PreviewRibbon),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [isPreview]);

  return Ribbon && <Ribbon composition={composition} map={map} knowledge={KNOWLEDGE} />;
}
