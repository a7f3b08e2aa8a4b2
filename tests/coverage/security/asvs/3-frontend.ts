import { apiAccess, cognito, documents, hostedSignIn, oidc, returnPath } from '../../files';
import {
  account,
  apiPrivacy,
  assets,
  crossOrigin,
  edgeChoice,
  edgeCookies,
  edgeDocument,
  edgePreview,
  edgeSite,
  http,
  httpTrust,
  inlineScripts,
  proxy,
} from '../files';
import { type Chapter, of } from '../requirement';

const content = of('V3.2');
const cookies = of('V3.3');
const headers = of('V3.4');
const origins = of('V3.5');
const others = of('V3.7');

const BY_THE_PROXY = proxy('what the proxy answers by itself › for … has a type, a policy that lets in nothing, and HSTS behind https');
const OF_THE_PROTOCOL = oidc('answers … with the security headers of every answer');

export const frontend: Chapter = {
  title: 'V3 Web frontend',
  requirements: [
    content(1, 1, 'Answers that are no pages cannot be rendered as pages.', {
      how: 'Whatever is no page has default-src none, nosniff and a type of its own.',
      tests: http('has security headers, and a strict policy unless it is a page'),
    }),
    content(2, 1, 'Text is shown as text.', {
      how: 'React writes text; documents demand Trusted Types, so nothing writes HTML.',
      tests: [...edgeDocument('creates the policy of trusted types before'), ...documents('refuses › whatever somebody smuggles')],
    }),
    cookies(1, 1, 'Cookies are Secure, and their names begin with __Host- or __Secure-.', {
      how: 'Behind https, as the load balancer says it, which ends TLS.',
      tests: [
        ...edgeCookies('has a name that browsers take from this host alone', 'that shows a preview is none of the domain'),
        ...inlineScripts('behind https notes the version in a cookie that nobody else can set'),
        ...oidc('gives cookies behind https names that browsers take from this host alone'),
      ],
    }),
    cookies(2, 2, 'SameSite fits the purpose of each cookie.', {
      how: 'All are Lax: visitors come back from sign-in providers and by links of previews.',
      tests: edgePreview('sets a cookie until it expires, for the whole site and for no script'),
    }),
    cookies(3, 2, 'Names begin with __Host- unless a cookie is shared with other hosts.', {
      tests: [
        ...edgeCookies('has a name that browsers take from this host alone'),
        ...oidc('gives cookies behind https names that browsers take from this host alone'),
      ],
      open: 'The two short ones of a sign-in that has begun are for its paths, so that several can begin in one browser: theirs is __Secure-.',
    }),
    cookies(4, 2, 'Cookies that scripts need not read are HttpOnly.', {
      tests: [
        ...edgeChoice('gets a cookie only while it is shown to a part'),
        ...edgePreview('sets a cookie until it expires, for the whole site and for no script'),
        ...hostedSignIn('shows an expired page to another browser'),
      ],
      open: 'Tokens of members lie where Amplify keeps them, which is for scripts: the specification asks for that. The policy, hashes of all scripts and the revocation of tokens are what stands against it.',
    }),
    headers(1, 1, 'HSTS for a year, subdomains included.', {
      how: 'Behind https, as the load balancer says it, which ends TLS.',
      tests: [...httpTrust('has strict transport security behind https, and not without'), ...BY_THE_PROXY],
    }),
    headers(2, 1, 'Other origins may read only what is meant for them.', {
      how: 'Answers of API and identity name the origins that they are for, one by one. What is for everybody says nothing of anybody.',
      tests: [
        ...cognito('lets scripts of the site read answers, and those of nobody else'),
        ...crossOrigin(
          'lets these origins read every answer, refusals and failures included',
          'answers a page of … as ever, and lets it read nothing',
          'are named one by one: … is refused with one sentence',
        ),
        ...proxy('in the place of the API may be read by pages of any origin'),
        ...assets('may be used by every origin'),
      ],
    }),
    headers(3, 2, 'Every answer has a content security policy with object-src and base-uri none, and hashes.', {
      tests: [
        ...documents('lets in the scripts and styles of the document by their hashes', 'lets nobody frame it, rebase it'),
        ...http('has security headers, and a strict policy unless it is a page'),
        ...hostedSignIn('is served under a policy that allows one script, no frame and no foreign form'),
        ...OF_THE_PROTOCOL,
        ...oidc('lets a page of the protocol run the script that it needs, by its hash, and no other'),
        ...BY_THE_PROXY,
      ],
    }),
    headers(4, 2, 'Every answer says nosniff.', {
      tests: [
        ...documents('documents and other answers carry the security headers'),
        ...http('has security headers, and a strict policy'),
        ...OF_THE_PROTOCOL,
        ...BY_THE_PROXY,
      ],
    }),
    headers(5, 2, 'A referrer policy keeps addresses from other sites.', {
      how: 'strict-origin-when-cross-origin for all, no-referrer where the address is the secret.',
      tests: [
        ...documents('documents and other answers carry the security headers'),
        ...http('has security headers, and a strict policy'),
        ...OF_THE_PROTOCOL,
        ...BY_THE_PROXY,
      ],
    }),
    headers(6, 2, 'frame-ancestors keeps every answer out of frames.', {
      tests: [
        ...documents('lets nobody frame it, rebase it'),
        ...http('has security headers, and a strict policy'),
        ...hostedSignIn('is served under a policy that allows one script, no frame and no foreign form'),
        ...OF_THE_PROTOCOL,
        ...BY_THE_PROXY,
      ],
    }),
    origins(1, 1, 'Requests from other origins are refused where no preflight is needed.', {
      how: 'Calls of members carry a bearer token, which no other site has. Forms of the hosted pages carry a token of their page.',
      tests: [...hostedSignIn('refuses a form that was not sent from the page'), ...account('refuse forms that were not sent from them')],
    }),
    origins(2, 1, 'What relies on the preflight cannot be reached without one.', {
      how: 'No call relies on it: it needs a bearer token, or is public.',
      tests: apiAccess('refuses visitors and bad tokens with 401'),
    }),
    origins(3, 1, 'Safe methods change nothing.', {
      tests: [...apiPrivacy('opening the link changes nothing, one click does')],
    }),
    origins(4, 2, 'Separate applications have separate hosts.', {
      how: 'The remotes are one application on one origin, by design: each script is published, signed and verified by its hash.',
      read: ['docs/architecture.md', 'docs/decisions/0013-one-signed-target-decides-what-is-live.md'],
      open: 'The console of staff and release managers and the hosted pages share the origin of the public pages.',
    }),
    origins(5, 2, 'Messages of other windows are checked.', { absent: 'No page listens to messages of other windows.' }),
    others(1, 2, 'No technology is used that browsers have given up.', {
      how: 'Documents are HTML, CSS and JavaScript; object-src is none.',
      tests: documents('lets nobody frame it, rebase it or plug something in'),
    }),
    others(2, 2, 'Visitors are redirected to other hosts only where those are listed.', {
      tests: [
        ...edgeSite('never leads from … to another host'),
        ...returnPath('never leaves the site for …'),
        ...edgePreview('leads to the page of the site that it names, and to none elsewhere'),
        ...hostedSignIn('ends the session and returns to the registered address only'),
      ],
    }),
  ],
};
