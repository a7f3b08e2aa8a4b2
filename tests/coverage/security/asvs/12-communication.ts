import { httpTrust, webhookAddresses } from '../files';
import { type Chapter, of } from '../requirement';

const tls = of('V12.1');
const external = of('V12.2');
const internal = of('V12.3');

const AT_THE_OPERATOR = 'TLS ends at the load balancer of the operator, in front of nginx. Nothing of this repository configures it.';

export const communication: Chapter = {
  title: 'V12 Secure communication',
  requirements: [
    tls(1, 1, 'Only TLS 1.2 and 1.3.', { open: AT_THE_OPERATOR }),
    tls(2, 2, 'Only recommended ciphers.', { open: AT_THE_OPERATOR }),
    tls(3, 2, 'Certificates of clients are verified.', { absent: 'No client has a certificate.' }),
    external(1, 1, 'Visitors are served by TLS alone.', {
      tests: httpTrust('has strict transport security behind https, and not without'),
      open: AT_THE_OPERATOR,
    }),
    external(2, 1, 'Certificates are publicly trusted.', { open: AT_THE_OPERATOR }),
    internal(1, 2, 'All connections are encrypted.', {
      how: 'DATABASE_URL takes sslmode, SMTP_URL smtps, STORAGE_URL an https endpoint.',
      read: ['services/server/README.md'],
      open: 'The example of production speaks http and plain PostgreSQL within the network of Compose, or of one machine.',
    }),
    internal(2, 2, 'Certificates of servers are verified.', {
      how: 'Nothing turns the verification of Node off.',
      tests: webhookAddresses('is not registered at http://example.com/hook'),
    }),
    internal(3, 2, 'Roles speak to each other by TLS.', {
      open: 'They speak http within the network of Compose, or of one machine. REGISTRY_URL and IDENTITY_URL may be https.',
    }),
    internal(4, 2, 'Certificates of inside are trusted by name.', {
      open: 'See V12.3.3. NODE_EXTRA_CA_CERTS of Node would name an authority of one’s own.',
    }),
  ],
};
