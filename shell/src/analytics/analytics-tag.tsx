/** Loads the analytics tag that the runtime parameters name, after consent where they ask for it. */
import { Box, Button, Container, Flex, Text, TextLink } from '@site/ui';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import * as paths from '@site/contracts/paths';
import { readConsent, subscribeToConsent, writeConsent } from './analytics-consent';

export interface AnalyticsTagProps {
  /** Measurement id, if the site is measured at all. */
  tag: string | undefined;
  needsConsent: boolean;
}

const TAG_SCRIPT = 'https://www.googletagmanager.com/gtag/js';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export function AnalyticsTag({ tag, needsConsent }: AnalyticsTagProps): ReactNode {
  const consent = useSyncExternalStore(subscribeToConsent, readConsent, () => 'unread' as const);
  const allowed = tag !== undefined && (!needsConsent || consent === 'granted');

  useEffect(() => {
    if (allowed) loadTag(tag);
  }, [allowed, tag]);

  return tag !== undefined && needsConsent && consent === 'unasked' ? <ConsentQuestion /> : null;
}

function loadTag(tag: string): void {
  const src = `${TAG_SCRIPT}?id=${encodeURIComponent(tag)}`;
  if (document.querySelector(`script[src="${src}"]`)) return;
  const queue = (window.dataLayer ??= []);
  // The tag reads the arguments object itself, not an array.
  function push(..._: unknown[]): void {
    // eslint-disable-next-line prefer-rest-params -- an array in its place is ignored by the tag
    queue.push(arguments);
  }
  push('js', new Date());
  push('config', tag);
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}

function ConsentQuestion(): ReactNode {
  return (
    <Box as="aside" aria-label="Analytics" position="fixed" insetX="0" bottom="0" zIndex="banner" p="4" pointerEvents="none">
      <Container pointerEvents="auto" bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="l3" shadow="lg" py="4">
        <Flex align="center" justify="space-between" wrap="wrap" gap="4">
          <Text textStyle="sm" maxW="prose">
            May we count visits with an analytics service? The site works the same either way. See our{' '}
            <TextLink to={paths.privacy}>privacy policy</TextLink>.
          </Text>
          <Flex gap="2">
            <Button size="sm" variant="outline" colorPalette="neutral" onClick={() => writeConsent('refused')}>
              No, thanks
            </Button>
            <Button size="sm" onClick={() => writeConsent('granted')}>
              Allow
            </Button>
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}
