import { expect, it } from '@jest/globals';
import webpack from 'webpack';
import { LinksPlugin } from './links-plugin';

/** The addresses that are found when these sources are bundled. Nothing is written. */
async function found(source: string): Promise<string[]> {
  const links = new LinksPlugin();
  const compiler = webpack({ mode: 'none', entry: `data:text/javascript,${encodeURIComponent(source)}`, plugins: [links] });
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
