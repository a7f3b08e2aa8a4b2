/** Test-only: jsdom lays nothing out, so nothing ever has another size. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
