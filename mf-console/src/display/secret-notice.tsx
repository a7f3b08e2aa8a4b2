import { Notice, Text } from '@site/ui';

/** What is shown once and never again. @param title Says whose it is. */
export function SecretNotice({ title, secret }: { title: string; secret: string }) {
  return (
    <Notice status="success" title={title}>
      <Text fontFamily="mono" overflowWrap="anywhere" userSelect="all">
        {secret}
      </Text>
    </Notice>
  );
}
