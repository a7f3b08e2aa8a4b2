import type { Page } from 'playwright-core';

/** A device that its owner holds, and whose sensor knows them. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** It is not at hand any more: no page is answered by it unasked. */
    takeAway: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}
