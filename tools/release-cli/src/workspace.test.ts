import { tmpdir } from 'node:os';
import { afterEach, expect, it } from '@jest/globals';
import { EXIT } from './failure';
import { buildPackage } from './workspace';

const { platform } = process;
const runOn = (value: string) => Object.defineProperty(process, 'platform', { value, configurable: true });
afterEach(() => void runOn(platform));

it('on Windows a shell starts npm, a batch file there: what does not work is the build, and no defect of this tool', async () => {
  runOn('win32');
  const source = { name: 'mf-demo', version: '1.0.0', folder: tmpdir(), root: tmpdir(), hasDev: false };
  // On this machine no shell finds such a file.
  await expect(buildPackage(source, '1.0.1')).rejects.toMatchObject({
    exitCode: EXIT.build,
    message: expect.stringMatching(/^The build of mf-demo failed\.\n.*npm\.cmd/),
  });
});
