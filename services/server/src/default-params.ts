/** The runtime parameters of an installation that has no file of its own. Facts of the practice are placeholders that say what they are. */
import type { Params } from '@site/contracts/params';
import { authParams } from '@site/identity/auth-params';
import { cognitoAuthParams } from './cognito/cognito-config';
import { API_PREFIX, type ServerConfig } from './config';

/** Lower Manhattan, for want of an address. */
const MAP = 'https://www.openstreetmap.org/export/embed.html?bbox=-74.02%2C40.70%2C-73.97%2C40.73&layer=mapnik';

export const defaultParams = ({ brand, publicOrigin, apiOrigin, contactEmail, identity, recaptchaSiteKey }: ServerConfig): Params => ({
  brand,
  origin: publicOrigin,
  Auth: identity.kind === 'cognito' ? cognitoAuthParams(identity) : authParams(identity),
  goa_base_url: apiOrigin === publicOrigin ? API_PREFIX : apiOrigin + API_PREFIX,
  blog_url: 'https://example.com/blog',
  network_url: 'https://example.com/network',
  contact: { address: ['1 Example Street', 'New York, NY 10001'], email: contactEmail, phone: '+12125550100', mapUrl: MAP },
  bot_check: recaptchaSiteKey ? { kind: 'recaptcha', siteKey: recaptchaSiteKey } : { kind: 'altcha' },
});
