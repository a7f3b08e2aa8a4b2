import { Notice, Text } from '@site/ui';
import { Copying } from './copying';

/** What is shown once and never again. @param title Says whose it is. */
export function SecretNotice({ title, secret }: { title: string; secret: string }) {
  return (
    <Notice status="success" title={title}>
      <Text mb="3" fontFamily="mono" overflowWrap="anywhere" userSelect="all">
        {secret}
      </Text>
      <Copying text={secret} />
    </Notice>
  );
}
