/** Loaders of the pages by remote and page. The build writes the contents: see `lazy-pages-loader.cjs`. */
export const lazyPages: Record<string, Record<string, () => Promise<{ default: React.ComponentType }>>> = {};
