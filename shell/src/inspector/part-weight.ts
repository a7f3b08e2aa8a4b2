/** What this document has loaded of a part, as the browser measured it. */
export interface LoadedFile {
  /** Without the address of the part. */
  path: string;
  /** Bytes on the wire; 0 from the browser's cache. */
  transferred: number;
  /** Bytes after decompression; 0 where another origin does not let it be measured. */
  unpacked: number;
}

/**
 * Files of a part in the order in which they were loaded, whichever version they are of.
 * @param entry Where this browser has the part from; null where it has not asked for it.
 */
export function loadedFiles(name: string, entry: string | null): LoadedFile[] {
  const bases = [new URL(`/assets/${name}/`, location.origin).href, ...developmentBase(entry)];
  return performance.getEntriesByType('resource').flatMap((entry) => {
    const base = bases.find((candidate) => entry.name.startsWith(candidate));
    if (base === undefined) return [];
    const { transferSize, decodedBodySize } = entry as PerformanceResourceTiming;
    return [{ path: entry.name.slice(base.length), transferred: transferSize, unpacked: decodedBodySize }];
  });
}

/** A development server has nothing but the part. */
function developmentBase(entry: string | null): string[] {
  const base = new URL('/', new URL(entry ?? '/', location.origin));
  return base.origin === location.origin ? [] : [base.href];
}

/** `2 files, 61.4 kB transferred, 182 kB unpacked` */
export function weightInWords(files: readonly LoadedFile[]): string {
  if (files.length === 0) return 'no files yet';
  const sum = (of: (file: LoadedFile) => number) => inKilobytes(files.reduce((total, file) => total + of(file), 0));
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  return `${count}, ${sum(({ transferred }) => transferred)} transferred, ${sum(({ unpacked }) => unpacked)} unpacked`;
}

const KILOBYTES = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumSignificantDigits: 3 });

export const inKilobytes = (bytes: number): string => KILOBYTES.format(bytes / 1000);
