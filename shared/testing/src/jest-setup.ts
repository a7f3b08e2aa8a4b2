/** Adds the DOM matchers to every test that runs in jsdom, and lets waits for an event last as long as a slow machine needs. */
import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 30_000 });
