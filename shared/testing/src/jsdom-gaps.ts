/** What browsers have and jsdom lacks; runs before the modules of a test are loaded. */
import { webcrypto } from 'node:crypto';
import { performance as nodePerformance } from 'node:perf_hooks';
import { TextDecoder, TextEncoder } from 'node:util';

/** A window that stays as wide as it is. */
const matchMedia = (media: string) => Object.assign(new EventTarget(), { media, matches: false });

/** Nothing is laid out, so nothing ever has another size. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, { TextEncoder, TextDecoder, matchMedia, ResizeObserver });
// Tests of what a server renders have no elements.
if ('Element' in globalThis) Element.prototype.scrollIntoView ??= () => undefined;
Object.assign(performance, { mark: nodePerformance.mark.bind(nodePerformance) });
Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
