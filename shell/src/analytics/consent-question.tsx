/** Asks whether visits may be counted, and lets the answer be changed at the end of each page. */
import * as paths from '@site/contracts/paths';
import { Box, Button, Container, Flex, Text, TextLink } from '@site/ui';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useKeptClear } from '../layout/use-kept-clear';
import type { Consent } from './analytics-consent';

export interface ConsentQuestionProps {
  consent: Consent;
  onAnswer: (answer: Exclude<Consent, 'unasked'>) => void;
}

/** As in page-header.tsx, whose code is not wanted here. */
const PAGE_HEADING_ID = 'page-heading';

const takeFocus = (element: HTMLElement | null): void => element?.focus();

export function ConsentQuestion({ consent, onAnswer }: ConsentQuestionProps): ReactNode {
  const [asksAgain, setAsksAgain] = useState(false);
  /** Whoever changes an answer goes on from what comes in the place of what was pressed. */
  const [isChanged, setIsChanged] = useState(false);

  function askAgain() {
    setAsksAgain(true);
    setIsChanged(true);
  }

  if (consent !== 'unasked' && !asksAgain)
    return (
      <Box as="aside" aria-label="Counting of visits" bg="bg.subtle" textStyle="sm" color="fg.muted" _print={{ display: 'none' }}>
        <Container pb="6">
          {consent === 'granted' ? 'Your visits are counted.' : 'Your visits are not counted.'}{' '}
          <Button ref={isChanged ? takeFocus : null} variant="plain" size="xs" onClick={askAgain}>
            Change
          </Button>
        </Container>
      </Box>
    );
  return (
    <Question
      takesFocus={isChanged}
      onAnswer={(answer) => {
        setAsksAgain(false);
        onAnswer(answer);
      }}
    />
  );
}

interface QuestionProps extends Pick<ConsentQuestionProps, 'onAnswer'> {
  takesFocus: boolean;
}

/** At the bottom of the window, and at the end of the page behind everything else: it hides nothing for good. */
function Question({ takesFocus, onAnswer }: QuestionProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  useKeptClear(bar);
  useLayoutEffect(() => {
    if (takesFocus) takeFocus(bar.current);
  }, [takesFocus]);
  // The first press on a page may be this one, before anything else looks after the focus.
  useLayoutEffect(() => {
    const { current } = bar;
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById(PAGE_HEADING_ID)?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Box
      ref={bar}
      as="aside"
      aria-label="Analytics"
      tabIndex={-1}
      data-print="hide"
      position="sticky"
      bottom="0"
      zIndex="banner"
      p="4"
      pointerEvents="none"
    >
      <Container pointerEvents="auto" bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="l3" shadow="lg" py="4">
        <Flex align="center" justify="space-between" wrap="wrap" gap="4">
          <Text textStyle="sm" maxW="prose">
            May we count visits with an analytics service? The site works the same either way. See our{' '}
            <TextLink to={paths.privacy}>privacy policy</TextLink>.
          </Text>
          <Flex gap="2">
            <Button size="sm" variant="outline" colorPalette="neutral" onClick={() => onAnswer('refused')}>
              No, thanks
            </Button>
            <Button size="sm" onClick={() => onAnswer('granted')}>
              Allow
            </Button>
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}
