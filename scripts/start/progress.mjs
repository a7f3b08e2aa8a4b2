/** Progress of a start: one line per step, which moves while the step runs if there is a terminal to move it in. */

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const moves = process.stdout.isTTY === true && !process.env.CI;
const colour = (code, text) => (process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = (text) => colour(1, text);
export const dim = (text) => colour(2, text);

/**
 * Shows a step while it runs.
 * @template T
 * @param {string} title
 * @param {(say: (detail: string) => void) => Promise<T>} work May say how far it is. The last detail stays on the line.
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  let detail = '';
  let frame = 0;
  const line = (mark) => `${mark} ${title}${detail ? dim(`  ${detail}`) : ''}`;
  const draw = () => process.stdout.write(`\r\u001b[2K${line(colour(36, FRAMES[frame++ % FRAMES.length]))}`);
  const timer = moves ? setInterval(draw, FRAME_MS) : undefined;
  const settle = (mark) => {
    clearInterval(timer);
    const seconds = dim(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    process.stdout.write(`${moves ? '\r\u001b[2K' : ''}${line(mark)}${seconds}\n`);
  };
  try {
    const result = await work((text) => (detail = text));
    settle(colour(32, '✔'));
    return result;
  } catch (error) {
    settle(colour(31, '✖'));
    throw error;
  }
}
