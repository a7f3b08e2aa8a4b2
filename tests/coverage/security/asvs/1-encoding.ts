import { apiDemos, apiPhoto, cognito, contracts, documents, hostedSignIn, returnPath } from '../../files';
import {
  assets,
  conformance,
  edgeDocument,
  edgeSite,
  htmlTemplates,
  jwt,
  mailSmtp,
  openHandles,
  publishing,
  renderer,
  storage,
  webhookAddresses,
} from '../files';
import { type Chapter, of } from '../requirement';

const architecture = of('V1.1');
const injection = of('V1.2');
const sanitizing = of('V1.3');
const memory = of('V1.4');
const parsing = of('V1.5');

export const encoding: Chapter = {
  title: 'V1 Encoding and sanitization',
  requirements: [
    architecture(1, 2, 'Input is decoded once, before it is looked at.', {
      how: 'Fastify decodes an address once, before its route; bodies are parsed once and judged by their schema.',
      tests: assets('is not at /assets/mf-a/…'),
    }),
    architecture(2, 2, 'Output is escaped last, or by what interprets it.', {
      how: 'React and the templates of the hosted pages escape where they write; Drizzle hands values to the database apart from the text.',
      tests: [...htmlTemplates('escape what people typed'), ...edgeDocument('cannot leave the element or attribute')],
    }),
    injection(1, 1, 'What is written into HTML, attributes and headers is escaped for its place.', {
      tests: [
        ...edgeDocument('cannot leave the element or attribute', 'in the composition cannot end its script element'),
        ...hostedSignIn('escapes what was typed'),
        ...htmlTemplates('escape what people typed'),
      ],
    }),
    injection(2, 1, 'Addresses are built from encoded parts, and only safe schemes are taken.', {
      tests: [
        ...apiDemos('with url "javascript:alert(1)"'),
        ...returnPath('never leaves the site for javascript:alert(1)'),
        ...contracts('puts parameters into the path'),
      ],
    }),
    injection(3, 1, 'Data in scripts and JSON cannot change what the script says.', {
      tests: [...edgeDocument('in the composition cannot end its script element'), ...documents('refuses › whatever somebody smuggles')],
    }),
    injection(4, 1, 'Queries take values as parameters.', {
      how: 'Repositories use Drizzle, and plain statements $1; a text of SQL takes a value only through its tagged template.',
      read: ['services/platform/src/database.ts'],
    }),
    injection(5, 1, 'No value of a request reaches a shell.', {
      how: 'The services start one other program, the renderer, with fixed arguments and without a shell.',
      tests: renderer('finds no environment', 'of the shell cannot use the built-in module child_process'),
    }),
    injection(6, 2, 'LDAP filters are safe.', { absent: 'There is no LDAP.' }),
    injection(7, 2, 'XPath expressions are safe.', { absent: 'There is no XPath.' }),
    injection(8, 2, 'LaTeX is processed safely.', { absent: 'There is no LaTeX.' }),
    injection(9, 2, 'Special characters are escaped in regular expressions.', {
      how: 'No regular expression is made of what a request says.',
      read: ['eslint.config.mjs'],
    }),
    sanitizing(1, 1, 'HTML from editors is sanitized.', { absent: 'Nobody can write HTML: all texts are plain.' }),
    sanitizing(2, 1, 'Text is never run as code.', {
      how: 'The linter refuses eval and its relatives; documents and the renderer refuse them while they run.',
      tests: [...renderer('cannot use code from text'), ...documents('refuses › whatever somebody smuggles')],
    }),
    sanitizing(3, 2, 'Data for a dangerous place is limited to what is safe there.', {
      how: 'Paths of files, archives and redirects are the dangerous places.',
      tests: [
        ...storage('storage on disk › refuses the key …'),
        ...publishing('nothing of it is stored › a path that climbs out'),
        ...edgeSite('never leads from … to another host'),
      ],
    }),
    sanitizing(4, 2, 'SVG of users has no scripts.', {
      how: 'No SVG is taken: what is uploaded becomes JPEG.',
      tests: apiPhoto('judges by content, not by name'),
    }),
    sanitizing(5, 2, 'Markdown, CSS and templates of users are sanitized or off.', {
      absent: 'Texts of users are shown as they are, in no such language.',
    }),
    sanitizing(6, 2, 'Nobody makes a server ask an address of their choice.', {
      how: 'The addresses of webhooks are the only ones that somebody else names.',
      tests: webhookAddresses('may reach …', 'is not registered at …', 'does not connect where a name has come to mean a private address'),
    }),
    sanitizing(7, 2, 'No template is built from input.', {
      how: 'Templates are functions of the source; input is a value in them.',
      tests: htmlTemplates('escape what people typed', 'keep nested templates'),
    }),
    sanitizing(8, 2, 'JNDI is safe.', { absent: 'There is no Java.' }),
    sanitizing(9, 2, 'Content for memcache is sanitized.', { absent: 'There is no memcache.' }),
    sanitizing(10, 2, 'Format strings are not made of input.', {
      how: 'Lines of the log have fixed words, and values beside them as fields of JSON.',
      read: ['services/platform/src/logging.ts'],
    }),
    sanitizing(11, 2, 'Input cannot add headers or recipients to a mail.', {
      how: 'Addresses are validated, and nodemailer encodes every header.',
      tests: mailSmtp('arrives as it was composed'),
    }),
    memory(1, 2, 'Memory is handled safely.', {
      absent: 'All of it is JavaScript; native libraries (sharp, zstd) come from their projects.',
    }),
    memory(2, 2, 'Numbers cannot overflow.', {
      how: 'Numbers of a request are judged by its schema; generated requests try the largest and the smallest.',
      tests: conformance('answers what it says, whatever it is sent…'),
    }),
    memory(3, 2, 'Memory and resources are released.', {
      how: 'A test file that leaves a connection, a server, a timer or a program open fails.',
      tests: openHandles('fails for what it leaves open'),
    }),
    parsing(1, 1, 'XML parsers resolve nothing outside.', {
      how: 'The answers of the object store are the only XML, and the AWS SDK reads them without entities of documents.',
      read: ['services/platform/src/storage.ts'],
    }),
    parsing(2, 2, 'Untrusted data is deserialized by schema alone.', {
      how: 'JSON and forms are all that is read, each through a zod schema.',
      tests: [
        ...cognito('refuses a body that is not JSON'),
        ...publishing('a descriptor of another shape'),
        ...jwt('signed by somebody else, unsigned'),
      ],
    }),
  ],
};
