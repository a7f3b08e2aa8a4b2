import { Box, Flex, Heading, IconButton, type FlexProps } from '@chakra-ui/react';
import { useDeferredValue, useId, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { LineIcon } from '../line-icon';
import { useModal } from './use-modal';
import { useRoomForMessages } from './use-room-for-messages';

export interface ModalProps {
  open: boolean;
  /** Escape, the close button, or a press on the backdrop. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Actions at the end, such as the buttons of a form. */
  footer?: ReactNode;
  /** Asked before Escape or a press on the backdrop closes it. */
  mayDismiss?: () => boolean;
}

interface ModalFrameProps extends ModalProps {
  /** Where the panel stands in the window. */
  layerStyles: FlexProps;
  panelStyles: FlexProps;
}

/** The main action is the last. In a row it stands at the end; where they do not fit into one, it stands above the others, and is reached first. */
const FOOTER = { readingFlow: 'flex-visual', '& > *': { flexGrow: { base: 1, sm: 0 } } };

/** It comes in when it is whole. */
const AWAITED = { animationPlayState: 'paused' };

const neverChanges = () => () => undefined;

/** The common part of Dialog and Drawer: a layer at the end of the body, with everything else inert. Rendered in the browser only. */
export function Modal({ open, onClose, title, children, footer, mayDismiss, layerStyles, panelStyles }: ModalFrameProps) {
  const inBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const titleId = useId();
  const layer = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isShown = open && inBrowser;
  // A press is answered before what it asked for is rendered: the layer stands first, and has the focus. None of its styles has a condition on the
  // medium: a new rule of that kind makes the browser style the whole document again.
  const isFilled = useDeferredValue(isShown, false);
  useModal(isShown, isShown && isFilled, layer, panel);
  useRoomForMessages(isShown && isFilled, layer, panel);

  function dismiss() {
    if (mayDismiss?.() ?? true) onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    // There is nothing to go to yet but the page.
    if (event.key === 'Tab' && !isFilled) event.preventDefault();
    // With an input method, Escape takes back what is being composed.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    dismiss();
  }

  if (!isShown) return null;
  return createPortal(
    <Flex ref={layer} position="fixed" inset="0" zIndex="modal" onKeyDown={onKeyDown} {...layerStyles}>
      <Box
        position="absolute"
        inset="0"
        bg="rgb(0 0 0 / 0.5)"
        aria-hidden="true"
        // A press on it leaves the focus in the panel, which may stay.
        onMouseDown={(event) => event.preventDefault()}
        onClick={dismiss}
        animationName="fade-in"
        animationDuration="moderate"
      />
      <Flex
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        position="relative"
        direction="column"
        bg="bg.panel"
        color="fg"
        boxShadow="lg"
        // Seen where the browser forces colours: there is no shadow, and the page behind is as bright.
        borderWidth="1px"
        borderColor="transparent"
        overflow="auto"
        overscrollBehavior="contain"
        animationDuration="moderate"
        animationTimingFunction="out"
        {...panelStyles}
        style={isFilled ? undefined : AWAITED}
      >
        <Flex align="flex-start" justify="space-between" gap="4" px="6" pt="5">
          <Heading as="h2" id={titleId} size="xl" pt="1" overflowWrap="anywhere">
            {title}
          </Heading>
          {isFilled && (
            <IconButton aria-label="Close" variant="ghost" colorPalette="neutral" size="sm" me="-2" onClick={onClose}>
              <LineIcon units={16}>
                <path d="m3.5 3.5 9 9m0-9-9 9" />
              </LineIcon>
            </IconButton>
          )}
        </Flex>
        <Box px="6" py="5" flex="1">
          {isFilled && children}
        </Box>
        {isFilled && footer && (
          <Flex gap="3" wrap="wrap-reverse" justify="flex-end" px="6" pb="6" css={FOOTER}>
            {footer}
          </Flex>
        )}
      </Flex>
    </Flex>,
    document.body,
  );
}
