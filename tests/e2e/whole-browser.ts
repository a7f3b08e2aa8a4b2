import type { LaunchOptions } from '@playwright/test';

/** A value of the option `launchOptions`: Chromium itself, for what its headless shell does not have, such as a bar beside the page. */
export async function wholeBrowser(
  { launchOptions }: { launchOptions: LaunchOptions },
  use: (options: LaunchOptions) => Promise<void>,
): Promise<void> {
  const { CHROMIUM_PATH: executablePath } = process.env;
  await use({ ...launchOptions, ...(executablePath && { executablePath }) });
}
