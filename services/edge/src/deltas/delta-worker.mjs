/**
 * Makes one delta at a time, in a thread of its own: a Zstandard frame whose raw dictionary is the earlier file. An error ends the thread, and who
 * asked hears of it.
 *
 * Plain JavaScript, so that the thread starts without a compiler.
 */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { frameOf, zstdReady } from './zstd-frame.mjs';

const LEVEL = 19;

// Of this thread alone, which only Linux can: elsewhere it would be that of the whole process.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
await zstdReady();

parentPort?.on('message', (/** @type {import('./delta-encoder').Pair} */ { dictionary, bytes }) => {
  parentPort?.postMessage(frameOf(dictionary, bytes, LEVEL));
});
