import { INSPECTION_PATH, type Inspection } from '@site/contracts/inspection';
import { useCallback, useEffect, useState } from 'react';

interface Answer {
  /** To which it is the answer. */
  attempt: number;
  /** Null where the edge did not give it. */
  inspection: Inspection | null;
}

interface Asked {
  /** Null until the edge has answered. */
  inspection: Inspection | null;
  failed: boolean;
}

/** Asks the edge at once, and again with `ask`. */
export function useInspection(): Asked & { ask: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [last, setLast] = useState<Answer | null>(null);

  useEffect(() => {
    const left = new AbortController();
    readInspection(left.signal).then(
      (inspection) => setLast({ attempt, inspection }),
      () => left.signal.aborted || setLast({ attempt, inspection: null }),
    );
    return () => left.abort();
  }, [attempt]);

  const ask = useCallback(() => setAttempt((count) => count + 1), []);
  const inspection = last?.attempt === attempt ? last.inspection : undefined;
  return { inspection: inspection ?? null, failed: inspection === null, ask };
}

async function readInspection(signal: AbortSignal): Promise<Inspection> {
  const answer = await fetch(INSPECTION_PATH, { signal });
  if (!answer.ok) throw new Error(`The edge answered ${answer.status}`);
  // The edge of this very document.
  return (await answer.json()) as Inspection;
}
