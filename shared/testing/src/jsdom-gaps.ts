/** What browsers have and jsdom lacks; runs before the modules of a test are loaded. */
import { TextDecoder, TextEncoder } from 'node:util';

Object.assign(globalThis, { TextEncoder, TextDecoder });
