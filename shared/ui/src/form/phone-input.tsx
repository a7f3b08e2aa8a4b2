import type { HTMLChakraProps } from '@chakra-ui/react';
import type { ClipboardEvent } from 'react';
import { Input } from './controls';

/**
 * What people write between the digits of a number, and what address books put around it without showing it. `(0)` is dialled only by those who do not
 * dial what stands before it.
 */
const BETWEEN_DIGITS = /\(0\)|[\s\p{Cf}().\u2010-\u2015/-]/gu;

/**
 * A phone number. One that is pasted as people write it arrives without what stands between its digits, and only then is cut where it is longer than
 * the field allows.
 */
export const PhoneInput = (props: HTMLChakraProps<'input'>) => (
  <Input
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    minLength={12}
    maxLength={16}
    placeholder="+12125550100"
    onPaste={paste}
    {...props}
  />
);

function paste(event: ClipboardEvent<HTMLInputElement>) {
  const { currentTarget: input, clipboardData } = event;
  event.preventDefault();
  const { selectionStart, selectionEnd, value, maxLength } = input;
  const start = selectionStart ?? value.length;
  const end = selectionEnd ?? value.length;
  const room = Math.max(0, maxLength - value.length + end - start);
  const text = clipboardData.getData('text').replace(BETWEEN_DIGITS, '').slice(0, room);
  if (text) insert(input, text, start, end);
}

function insert(input: HTMLInputElement, text: string, start: number, end: number) {
  // Only what the browser inserts itself can be undone.
  if ('execCommand' in document && document.execCommand('insertText', false, text)) return;
  input.setRangeText(text, start, end, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
