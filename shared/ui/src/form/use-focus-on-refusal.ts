import { useEffect } from 'react';

/**
 * Moves the focus to the first field that the server refused, where its words are. They come late, when nothing should open above the fields
 * any more, so they are in no {@link ErrorSummary}.
 * @param refusal Id of that field: a new object for each refusal, null while there is none.
 */
export function useFocusOnRefusal(refusal: { fieldId: string } | null): void {
  useEffect(() => {
    if (refusal) document.getElementById(refusal.fieldId)?.focus();
  }, [refusal]);
}
