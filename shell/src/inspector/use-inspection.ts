import { INSPECTION_PATH, type Inspection } from '@site/contracts/inspection';
import { useCallback, useEffect, useState } from 'react';

interface Asked {
  /** Null until the edge has answered. */
  inspection: Inspection | null;
  failed: boolean;
}

/** Asks the edge at once, and again with `ask`. */
export function useInspection(): Asked & { ask: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [asked, setAsked] = useState<Asked>({ inspection: null, failed: false });

  useEffect(() => {
    const left = new AbortController();
    readInspection(left.signal).then(
      (inspection) => setAsked({ inspection, failed: false }),
      () => left.signal.aborted || setAsked({ inspection: null, failed: true }),
    );
    return () => left.abort();
  }, [attempt]);

  const ask = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...asked, ask };
}

async function readInspection(signal: AbortSignal): Promise<Inspection> {
  const answer = await fetch(INSPECTION_PATH, { signal });
  if (!answer.ok) throw new Error(`The edge answered ${answer.status}`);
  // The edge of this very document.
  return (await answer.json()) as Inspection;
}
