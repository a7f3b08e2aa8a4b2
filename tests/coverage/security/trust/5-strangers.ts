import { apiAccess, apiContact, apiPhoto, apiSignup, botCheck, documents, hostedSignIn } from '../../files';
import {
  conformance,
  deskConformance,
  factors,
  guessing,
  hostilePhotos,
  http,
  network,
  proxy,
  rateLimit,
  rateLimitShared,
  registryConformance,
  secretHash,
} from '../files';
import type { Chapter } from '../requirement';
import { row } from './row';

export const strangers: Chapter = {
  title: 'Strangers',
  requirements: [
    row('owners', 'Every route of an owner, tried by every role and by another player: nothing leaks, and what belongs to others is 404.', {
      seenRed: 'the group that the desk asks for; the owner in the condition of a change, and of a list.',
      tests: apiAccess(
        'answers 404 to everybody else, staff included',
        'gives nothing of Ada to visitors or to Bob',
        'of the desk refuses players with 403',
      ),
    }),
    row('known-addresses', 'Signing up and in with a known and an unknown address give the same answer in the same time.', {
      seenRed: 'the same answer of the sign-up; the same refusal of an unknown address; the work for an account that there is not.',
      tests: [
        ...apiSignup('answers a known address exactly as an unknown one'),
        ...hostedSignIn(
          'answers alike for a wrong password, an unknown address',
          'answers alike for an unknown address, which gets no mail',
        ),
        ...secretHash('refuse at the price of a real check where there is no hash, or one that was cheaper to make'),
      ],
      how: 'npm test compares the answers, and that the work is the same. npm run bench -- addresses compares the times of a thousand tries each, and fails where they tell more than chance does.',
    }),
    row('guessing', 'Somebody guesses the password of a known address: guessing waits, and the owner signs in elsewhere.', {
      seenRed: 'the waiting; the browser that is known; the network in what is counted; the limit over all networks.',
      tests: guessing(
        'hold up the network that they come from',
        'do not hold up a browser in which the owner has signed in before, wherever it is',
        'do not hold up the owner in another network',
        'from many networks leave each further one a single attempt',
      ),
      limit:
        'In a new browser, in the network of whoever guesses, the owner waits or sets a new password by mail: nothing tells the two apart.',
    }),
    row('stolen-password', 'The password of staff or of a release manager is known: it lets nobody in, and gives no token.', {
      seenRed:
        'the groups that need a second factor; the methods that a token is looked at for; the last factor that stays; the code that is mailed ' +
        'before the first factor.',
      tests: factors(
        'nobody in the group … gets a code before setting one up',
        'a password alone sets no factor up: the owner of the account reads its mail',
        'the mailed code works once, for the sign-in that has it',
        'sessions, codes and refresh tokens of a password alone are worth nothing in the group',
        'the last factor stays, and one that is not the last goes',
      ),
    }),
    row('uploads', 'Hostile uploads are not stored, and memory stays bounded.', {
      seenRed:
        'the look at the first bytes; the limit of pixels, by which also the memory is bounded; that nothing of the metadata is kept.',
      tests: [
        ...apiPhoto(
          'judges by content, not by name',
          'what hides behind a picture is not kept',
          '413: refuses bytes and pixels beyond the limits',
          'strips what the camera wrote into it',
        ),
        ...hostilePhotos(
          'are each refused in its documented way, or stored where they are pictures',
          'leave nothing behind when they are refused',
          'are stored as clean pictures of two sizes, with nothing of what they carried',
          'take a bounded amount of memory',
        ),
      ],
      how: 'UPLOAD_SEED says where files are cut off and damaged.',
    }),
    row('generated-requests', 'Generated requests to every route get no 5xx, and no answer that the OpenAPI document does not have.', {
      tests: [
        ...conformance('answers what it says, whatever it is sent…'),
        ...deskConformance('answers what it says, whatever it is sent…'),
        ...registryConformance('has a good request', 'answers what it says, whatever it is sent…'),
      ],
      seenRed:
        'the refusal of a playbook that there is not; that of control characters in an address; at the registry that of U+0000, of numbers beyond ' +
        'a column and of minutes that there never are; the answers of its stream of events in the document.',
      how: 'CONFORMANCE_RUNS says how many for each route.',
    }),
    row('bot-token', 'A token of the bot check is refused when it was used, has expired, or is for another form.', {
      seenRed: 'the form that a token is for; the note of used tokens.',
      tests: [
        ...botCheck('passes for its action only', 'does not pass when it is expired, foreign, changed'),
        ...apiContact('403: refuses a missing proof of work, one for another form, and one that was used'),
      ],
    }),
    row('rate-limits', 'Limits hold across replicas, exactly.', {
      seenRed: 'the count in PostgreSQL; the exact number; the network of an address.',
      tests: [
        ...rateLimitShared('is shared by replicas'),
        ...rateLimit('lets through as many as allowed, at once or not'),
        ...network('… counts as …'),
      ],
    }),
    row(
      'flood',
      'A flood of forms, of sign-ins or of requests that do not end, from one network, is refused by the proxy, which says when to come again, and keeps nobody else away.',
      {
        seenRed: '`real_ip_recursive`, by which addresses that a client names do not count.',
        tests: proxy(
          'of forms to … is told when to come again, and does not keep others away',
          'of sign-ins (…) is told so by a page, and an office that begins its day is no flood',
          'from … is one flood',
          'cannot hide behind addresses that it names itself',
          'of requests that do not end is refused, and others are answered',
        ),
        limit:
          'Pages are answered however many are asked for, and many networks are no flood to it: both are for the load balancer in front.',
      },
    ),
    row('headers', 'Documents and answers carry a policy of hashes, HSTS, nosniff, frame-ancestors, referrer and permissions policy.', {
      seenRed: 'the strict policy.',
      tests: [
        ...documents(
          'lets in the scripts and styles of the document by their hashes',
          'documents and other answers carry the security headers',
        ),
        ...http('has security headers, and a strict policy'),
      ],
    }),
  ],
};

/** Each fault or attack that must not break the site. */
