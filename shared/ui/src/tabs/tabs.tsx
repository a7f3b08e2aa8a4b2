import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps<Value extends string> {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

const Tab = chakra('button', {
  base: {
    position: 'relative',
    flexShrink: '0',
    minH: '12',
    px: { base: '1.5', sm: '4' },
    textStyle: { base: 'sm', sm: 'md' },
    color: 'fg.muted',
    fontWeight: 'semibold',
    cursor: 'pointer',
    borderRadius: 'l1',
    transition: 'color token(durations.slow) token(easings.out)',
    _after: {
      content: '""',
      position: 'absolute',
      insetInline: { base: '1.5', sm: '4' },
      bottom: '0',
      // A border is there in forced colours, too.
      borderTopWidth: '3px',
      borderColor: 'accent.solid',
      borderRadius: 'full',
      transform: 'scaleX(0)',
      transition: 'transform token(durations.slow) token(easings.out)',
    },
    _hover: { color: 'fg' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-selected=true]': { color: 'accent.fg', _after: { transform: 'none' } },
  },
});

/** Without scripts nobody can choose: all panels are there, and no tabs. Not by `hidden`, which no style takes back. */
const unchosen = { display: 'none', '@media (scripting: none)': { display: 'block' } } as const;
const ofScripts = { '@media (scripting: none)': { display: 'none' } } as const;

function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Tabs by the pattern of the ARIA authoring guide: one tab stop, arrow keys choose. Every panel is in the document, the others hidden. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId();

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, index: number) {
    const next = nextIndex(event.key, index, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`${id}-tab-${tab.value}`)?.focus();
    onChange(tab.value);
  }

  return (
    <div>
      <Flex
        role="tablist"
        aria-label={label}
        gap={{ base: '0', sm: '1' }}
        overflowX="auto"
        overflowY="hidden"
        borderBottomWidth="1px"
        data-print="hide"
        css={ofScripts}
      >
        {tabs.map((tab, index) => (
          <Tab
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-controls={`${id}-panel-${tab.value}`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {tab.label}
          </Tab>
        ))}
      </Flex>
      {tabs.map((tab) => (
        <Box
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          aria-labelledby={`${id}-tab-${tab.value}`}
          tabIndex={0}
          css={tab.value === value ? {} : unchosen}
          pt="8"
          animationName="fade-in"
          animationDuration="slow"
          animationTimingFunction="out"
        >
          {tab.content}
        </Box>
      ))}
    </div>
  );
}
