import { expect, it, jest } from '@jest/globals';
import { watchUnhandledErrors } from './unhandled-errors';

const isRemote = (name: string) => ['mf-a', 'mf-b'].includes(name);
const failing = (...frames: string[]): Error =>
  Object.assign(new Error('It broke.'), { stack: ['Error: It broke.', ...frames.map((frame) => `    at f (${frame}:1:2)`)].join('\n') });
const asset = (part: string) => `https://site.example/assets/${part}/_/home.1234.js`;

const raise = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

it('an error or rejection that nobody caught is told of the part whose script it comes from, once', () => {
  const told = jest.fn<(part: string, error: unknown) => void>();
  watchUnhandledErrors(isRemote, told);
  const parts = () => told.mock.calls.splice(0).map(([part]) => part);

  raise(failing(asset('shell'), asset('mf-a'), asset('shell')));
  expect(parts()).toEqual(['mf-a']);
  reject(failing(asset('mf-b')));
  expect(parts()).toEqual(['mf-b']);
  raise(failing(asset('shell')));
  expect(parts()).toEqual(['shell']);
  for (const part of ['mf-a', 'mf-b', 'shell']) raise(failing(asset(part)));
  expect(parts()).toEqual([]);
});

it('errors from elsewhere are of no part', () => {
  const told = jest.fn();
  watchUnhandledErrors(isRemote, told);
  for (const error of [failing('chrome-extension://abc/assets.js'), failing(asset('mf-other')), null, undefined, 'text', {}]) {
    raise(error);
    reject(error);
  }
  expect(told).not.toHaveBeenCalled();
});
