/** In the place of the preloads of Module Federation's runtime: documents preload what their page needs, and nothing here asks for more. */
function preload(): never {
  throw new Error('Documents preload the files of their pages; the federation runtime of this site has no preloads of its own');
}

export { preload as defaultPreloadArgs, preload as formatPreloadArgs, preload as normalizePreloadExposes, preload as preloadAssets };
