import { conformance, http, httpTrust, proxy } from '../files';
import { type Chapter, of } from '../requirement';

const service = of('V4.1');
const messages = of('V4.2');
const graphql = of('V4.3');
const sockets = of('V4.4');

export const webService: Chapter = {
  title: 'V4 API and web service',
  requirements: [
    service(1, 1, 'Every answer names its type and character set.', {
      tests: [
        ...http('has one shape for every cause'),
        ...conformance('answers what it says, whatever it is sent…'),
        ...proxy('what the proxy answers by itself › for … has a type, a policy that lets in nothing, and HSTS behind https'),
      ],
    }),
    service(2, 2, 'Only pages redirect from http to https.', {
      open: 'TLS ends at the load balancer of the operator, which decides that; nothing here redirects.',
    }),
    service(3, 2, 'Nobody outside sets the headers of the proxy.', {
      how: 'TRUST_PROXY names the proxies that are believed, nobody by default.',
      tests: [
        ...httpTrust('counts a visitor by the address that the trusted proxy saw, whatever a request claims'),
        ...proxy(
          'gives a request one id',
          'cannot hide behind addresses that it names itself',
          'passes on how the browser came as the load balancer says it, and as nobody else does',
        ),
      ],
    }),
    messages(1, 2, 'All servers agree where a message ends.', {
      how: 'nginx and the strict parser of Node: a request with two lengths is refused.',
      tests: httpTrust('refuses a request whose end is said …'),
    }),
    graphql(1, 2, 'Queries of GraphQL have a limited cost.', { absent: 'There is no GraphQL.' }),
    graphql(2, 2, 'GraphQL does not describe itself in production.', { absent: 'There is no GraphQL.' }),
    sockets(1, 1, 'WebSockets use TLS.', { absent: 'There are no WebSockets in production; events of the registry are an HTTP stream.' }),
    sockets(2, 2, 'The origin of a WebSocket is checked.', { absent: 'There are no WebSockets in production.' }),
    sockets(3, 2, 'WebSockets have tokens of their own.', { absent: 'There are no WebSockets in production.' }),
    sockets(4, 2, 'These tokens come from an authenticated session.', { absent: 'There are no WebSockets in production.' }),
  ],
};
