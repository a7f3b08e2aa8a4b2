/** Asks whether visits may be counted, and lets the answer be changed at the end of each page. */
import * as paths from '@site/contracts/paths';
import { Box, Button, Container, Flex, Text, TextLink } from '@site/ui';
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import type { Consent } from './analytics-consent';

export interface ConsentQuestionProps {
  consent: Consent;
  onAnswer: (answer: Exclude<Consent, 'unasked'>) => void;
}

export function ConsentQuestion({ consent, onAnswer }: ConsentQuestionProps): ReactNode {
  const [asksAgain, setAsksAgain] = useState(false);
  /** What has come in the place of what was pressed: whoever changes an answer goes on from there. */
  const next = useRef<HTMLElement>(null);
  const [presses, setPresses] = useState(0);
  useLayoutEffect(() => {
    if (presses > 0) next.current?.focus();
  }, [presses]);

  function ask(again: boolean) {
    setAsksAgain(again);
    if (asksAgain || again) setPresses(presses + 1);
  }

  if (consent !== 'unasked' && !asksAgain)
    return (
      <Box as="aside" aria-label="Counting of visits" bg="bg.subtle" textStyle="sm" color="fg.muted" _print={{ display: 'none' }}>
        <Container pb="6">
          {consent === 'granted' ? 'Your visits are counted.' : 'Your visits are not counted.'}{' '}
          <Button ref={next as Ref<HTMLButtonElement>} variant="plain" size="xs" onClick={() => ask(true)}>
            Change
          </Button>
        </Container>
      </Box>
    );
  return (
    <Question
      bar={next as RefObject<HTMLDivElement | null>}
      onAnswer={(answer) => {
        ask(false);
        onAnswer(answer);
      }}
    />
  );
}

interface QuestionProps extends Pick<ConsentQuestionProps, 'onAnswer'> {
  bar: RefObject<HTMLDivElement | null>;
}

function Question({ bar, onAnswer }: QuestionProps): ReactNode {
  useKeptClear(bar);
  return (
    <Box
      ref={bar}
      as="aside"
      aria-label="Analytics"
      tabIndex={-1}
      position="fixed"
      insetX="0"
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

/** What takes the focus scrolls clear of the bar. */
function useKeptClear(bar: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = `${bar.current?.offsetHeight ?? 0}px`;
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, [bar]);
}
