/** Adds the DOM matchers to every test that runs in jsdom. */
import '@testing-library/jest-dom/jest-globals';
