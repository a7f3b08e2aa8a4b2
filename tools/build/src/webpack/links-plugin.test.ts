import { expect, it } from '@jest/globals';
import webpack from 'webpack';
import { LinksPlugin } from './links-plugin';

const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;

/** The addresses that are found when these sources are bundled. Nothing is written. */
async function found(source: string): Promise<string[]> {
  const links = new LinksPlugin();
  const compiler = webpack({ mode: 'none', entry: dataUrl(source), plugins: [links] });
  await new Promise<void>((resolve, reject) => compiler?.compile((error) => (error ? reject(error) : resolve())));
  return links.links;
}

it('finds the addresses of the site in the sources, with a colon for what is put in at run time', async () => {
  expect(await found(`jsx(Link, { to: '/contact' }); navigate(\`/playbook/\${id}\`); go('/contact'); const home = { to: '/' };`)).toEqual([
    '/',
    '/contact',
    '/playbook/:',
  ]);
});

it('leaves query and hash out, and takes nothing else for an address', async () => {
  expect(await found(`open('/elevate#how'); go(\`/draft?at=\${at}\`);`)).toEqual(['/draft', '/elevate']);
  expect(await found(`a('//elsewhere.example/x'); b('https://a.example/b'); c('no/address'); d('/ two words'); e(/\\/contact/);`)).toEqual(
    [],
  );
});

const TABLE = dataUrl(`
  export const contact = '/contact';
  export const steps = '/elevate#how';
  export const playbook = (id) => \`/playbook/\${id}\`;
  export function ask(topic) { return topic ? \`/intro/\${topic}\` : contact; }
`);

it.each([
  ['a constant', `import * as paths from "${TABLE}"; go(paths.contact);`, ['/contact']],
  ['a function', `import * as paths from "${TABLE}"; const learn = () => paths.playbook(3);`, ['/playbook/:']],
  ['one that uses another', `import { ask } from "${TABLE}"; ask('sponsor');`, ['/contact', '/intro/:']],
  [
    'several, in different ways',
    `import * as paths from "${TABLE}"; import { steps } from "${TABLE}"; go(paths.contact, steps);`,
    ['/contact', '/elevate'],
  ],
  ['the table as a whole', `import * as paths from "${TABLE}"; go(paths);`, ['/contact', '/elevate', '/intro/:', '/playbook/:']],
  ['a page that loads it', `import("${TABLE}").then(go);`, ['/contact', '/elevate', '/intro/:', '/playbook/:']],
  ['nothing', `import "${TABLE}"; import * as paths from "${TABLE}";`, []],
])('counts of a table of addresses what is used of it: %s', async (_used, source, addresses) => {
  expect(await found(source)).toEqual(addresses);
});
