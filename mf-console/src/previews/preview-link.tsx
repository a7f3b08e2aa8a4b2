import type { Link } from '@site/release-model/registry-answers';
import { ButtonLink, Notice, Text } from '@site/ui';
import { Copying } from '../display/copying';
import { Moment } from '../display/moment';

/** A link that was made, to be copied or opened. */
export function PreviewLink({ link: { url, expiresAt } }: { link: Link }) {
  const address = new URL(url, location.origin).href;
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
        role="group"
        aria-label="Address of the preview"
      >
        {address}
      </Text>
      <Copying text={address}>
        <ButtonLink size="sm" variant="outline" href={address} external>
          Open
        </ButtonLink>
      </Copying>
    </Notice>
  );
}
