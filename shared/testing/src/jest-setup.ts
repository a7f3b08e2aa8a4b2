/**
 * Adds the DOM matchers to every test that runs in jsdom, lets waits for an event last as long as a slow machine needs, and fails a test that
 * writes to the console: React, the design system and jsdom say there what is wrong.
 */
import { format } from 'node:util';
import { afterAll, afterEach, expect } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 30_000 });

/** Since the last look. A test that expects a message of its own mocks `console.error` or `console.warn`, and nothing comes here. */
const said: string[] = [];

/** How long the store's own checks took says something about the machine only. */
const ABOUT_SPEED = /^(?:Immutable|Serializable)StateInvariantMiddleware took \d+ms/;

for (const level of ['error', 'warn'] as const) {
  console[level] = (...words: unknown[]) => {
    const text = format(...words);
    if (!ABOUT_SPEED.test(text)) said.push(`console.${level} in "${expect.getState().currentTestName}":\n${text}`);
  };
}

function expectSilence(): void {
  const messages = said.splice(0);
  if (messages.length > 0) throw new Error(`Nothing may be written to the console.\n\n${messages.join('\n\n')}`);
}

afterEach(expectSilence);
// What comes while the last test is cleaned up.
afterAll(expectSilence);
