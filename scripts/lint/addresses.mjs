/** Texts that repeat an address of the site. The table of them is `shared/contracts/src/paths.ts`; `tests/rules/boundaries.test.ts` tries the rule. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspaces.mjs';

const TABLE = 'shared/contracts/src/paths.ts';
/** First segments of the addresses in the table: `signin` of `/signin/:target?`. */
export const knownSegments = new Set(
  [...readFileSync(path.join(root, TABLE), 'utf8').matchAll(/['`]\/([\w.-]+)/g)].map(([, segment]) => segment),
);

const SITE = /^(?:(?:shell|mf-[^/]+|shared\/(?:session|router|ui))\/src\/|mf-[^/]+\/remote\.config\.ts$)/;
/** What tests, stories and their helpers visit is written out; the calls of the backend have paths of their own. */
const EXEMPT = /\.(?:test|stories|fixture|api)\.tsx?$|\/src\/testing\/|-under-test\.tsx?$/;

/** @param {string} file From the root of the repository, slash-separated. */
export const mustUseTable = (file) => SITE.test(file) && !EXEMPT.test(file);

/** @param {string} text A text, or the beginning of one that is put together. */
export const repeatsAddress = (text) => knownSegments.has(/^\/([\w.-]+)(?:[/?#]|$)/.exec(text)?.[1]);
