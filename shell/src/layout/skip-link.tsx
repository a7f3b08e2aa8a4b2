import { Link } from '@site/ui';
import type { ReactNode } from 'react';

export const MAIN_ID = 'main';

/** First stop of the keyboard: past the navigation, to the page. */
export function SkipLink(): ReactNode {
  return (
    <Link
      href={`#${MAIN_ID}`}
      position="absolute"
      insetInlineStart="4"
      top="-20"
      zIndex="skipNav"
      bg="bg.panel"
      px="4"
      py="2"
      borderRadius="l2"
      _focus={{ top: '3', shadow: 'lg' }}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      Skip to content
    </Link>
  );
}
