import { chakra } from '@site/ui';

/** What somebody types, or a machine reads, inside a sentence. */
export const Code = chakra('code', { base: { fontFamily: 'mono' } });
