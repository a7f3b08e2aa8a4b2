const MIB = 1024 * 1024;

/** Bounds of one release. */
export const LIMITS = {
  /** Compressed archive, bytes. */
  archive: 48 * MIB,
  /** All files, uncompressed, bytes. */
  total: 96 * MIB,
  /** One file, bytes. */
  file: 24 * MIB,
  /** `release.json`, bytes. */
  descriptor: 4 * MIB,
  files: 4_000,
  /** What browsers can be sent, source maps aside, uncompressed, bytes: the size budget of a release. */
  served: 12 * MIB,
};

export type Limits = typeof LIMITS;
