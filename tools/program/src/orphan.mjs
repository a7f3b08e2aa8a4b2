/** Of programs that npm or npx has started. They pass SIGTERM on to the shell between, and that ends without a word. */
const LOOK_EVERY_MS = 250;

/** @param {() => void} tell Is called once, when whoever started this process has ended. */
export function whenOrphaned(tell) {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    tell();
  }, LOOK_EVERY_MS);
  looking.unref();
}
