import type { Composition } from '@site/contracts/composition';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

export interface PreviewProps {
  composition: Composition;
}

/** Says in a preview that it is one. Nobody else loads its code, and no rendered document has it: what is rendered is the same for all. */
export function PreviewOutlet({ composition }: PreviewProps): ReactNode {
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

  return Ribbon && <Ribbon composition={composition} />;
}
