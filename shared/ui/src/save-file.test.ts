import { afterEach, expect, it, jest } from '@jest/globals';
import { saveFile } from './save-file';

afterEach(() => {
  jest.restoreAllMocks();
});

it('gives the browser the content under its name, and lets go of it', () => {
  const held = new Map<string, Blob>();
  // jsdom has neither.
  URL.createObjectURL = (content) => {
    held.set('blob:1', content as Blob);
    return 'blob:1';
  };
  URL.revokeObjectURL = (url) => void held.delete(url);
  const saved: { name: string; content: Blob | undefined }[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: held.get(this.href) });
  });
  const content = new Blob(['{}'], { type: 'application/json' });
  saveFile('my-data.json', content);
  expect(saved).toEqual([{ name: 'my-data.json', content }]);
  expect(saved[0]?.content).toBe(content);
  expect(held.size).toBe(0);
  expect(document.querySelector('a')).toBeNull();
});
