export function zstdReady(): Promise<void>;
export function frameOf(dictionary: Uint8Array, bytes: Uint8Array, level: number): Uint8Array;
