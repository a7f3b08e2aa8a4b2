import { useState } from 'react';
import type { Link } from '@site/release-model/registry-answers';
import { Button, ButtonLink, Flex, Notice, Text } from '@site/ui';
import { Moment } from '../display/moment';

/** A link that was made, to be copied or opened. */
export function PreviewLink({ link: { url, expiresAt } }: { link: Link }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const address = new URL(url, location.origin).href;

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? 'yes' : 'refused');
  }

  return (
    <Notice status="success" title="The link is made">
      <Text>
        {'It ends '}
        <Moment at={expiresAt} />.
      </Text>
      <Text
        mt="2"
        mb="3"
        overflowWrap="anywhere"
        userSelect="all"
        maxH="16"
        overflow="auto"
        tabIndex={0}
        aria-label="Address of the preview"
      >
        {address}
      </Text>
      <Flex gap="3" wrap="wrap" align="center">
        <Button size="sm" onClick={() => void copy()}>
          Copy
        </Button>
        <ButtonLink size="sm" variant="outline" href={address} external>
          Open
        </ButtonLink>
        <span role="status">{COPIED[copied]}</span>
      </Flex>
    </Notice>
  );
}

const COPIED = { no: '', yes: 'Copied.', refused: 'The browser did not copy it: select it and copy.' };
