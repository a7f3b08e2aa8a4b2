import { useState, type ReactNode } from 'react';
import { Button, Flex } from '@site/ui';

const COPIED = { no: '', yes: 'Copied.', refused: 'The browser did not copy it: select it and copy.' };

/** Copies a text with a press, and says whether the browser did. @param children More to be done with it, beside the button. */
export function Copying({ text, children }: { text: string; children?: ReactNode }) {
  const [copied, setCopied] = useState<keyof typeof COPIED>('no');

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? 'yes' : 'refused');
  }

  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Button size="sm" onClick={() => void copy()}>
        Copy
      </Button>
      {children}
      <span role="status">{COPIED[copied]}</span>
    </Flex>
  );
}
