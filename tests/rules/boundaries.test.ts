import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = path.resolve(import.meta.dirname, '../..');
const RULE = 'site/boundaries';

/** The repository's own configuration. */
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId === RULE || ruleId === 'site/addresses',
});

async function refusals(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  if (result === undefined) throw new Error(`${file} is ignored by ESLint`);
  return result.messages.map((message) => `${message.ruleId} ${message.messageId}`);
}

const forbidden: [why: string, file: string, kind: 'package' | 'feature' | 'npm', specifier: string][] = [
  ['the shell imports a remote', 'shell/src/app.tsx', 'package', 'mf-elevate/src/draft/draft-page'],
  ['the shell reaches into a remote by path', 'shell/src/app.tsx', 'package', '../../mf-elevate/src/draft/draft-page'],
  ['a remote imports another remote', 'mf-elevate/src/draft/draft-page.tsx', 'package', 'mf-marketing/home'],
  ['a remote reaches into another by path', 'mf-elevate/src/draft/draft-page.tsx', 'package', '../../../mf-auth/src/sign-in'],
  ['a remote imports the shell', 'mf-elevate/src/draft/draft-page.tsx', 'package', 'shell/store'],
  ['a remote imports a service', 'mf-auth/src/sign-in/sign-in-page.tsx', 'package', '@site/api/server'],
  ['the template of a remote imports Chakra', 'tools/release-cli/template/src/example/example-page.tsx', 'npm', '@chakra-ui/react'],
  ['a remote imports Chakra', 'mf-marketing/src/home/home-page.tsx', 'npm', '@chakra-ui/react'],
  ['a remote imports emotion', 'mf-marketing/src/home/home-page.tsx', 'npm', '@emotion/react'],
  ['the shell imports react-toastify', 'shell/src/app.tsx', 'npm', 'react-toastify'],
  ['the shell imports Amplify', 'shell/src/app.tsx', 'npm', 'aws-amplify/auth'],
  ['a remote imports react-redux instead of the hooks of the session', 'mf-elevate/src/card/card-page.tsx', 'npm', 'react-redux'],
  ['a remote imports react-router-dom', 'mf-auth/src/sign-in/sign-in-page.tsx', 'npm', 'react-router-dom'],
  ['a remote imports a library of its own choice', 'mf-auth/src/sign-in/sign-in-page.tsx', 'npm', 'lodash'],
  ['a remote imports the whole of zod', 'mf-elevate/src/card/card-form.tsx', 'npm', 'zod'],
  ['the API client imports the whole of zod', 'shared/api-client/src/base.api.ts', 'npm', 'zod'],
  ['a contract imports the whole of zod', 'shared/contracts/src/release.ts', 'npm', 'zod'],
  ['a contract imports React', 'shared/contracts/src/release.ts', 'npm', 'react'],
  ['a contract imports another package', 'shared/contracts/src/release.ts', 'package', '@site/session'],
  ['the design system imports the session', 'shared/ui/src/button.tsx', 'package', '@site/session'],
  ['the shell goes around the router facade', 'shell/src/app.tsx', 'npm', 'react-router'],
  ['a service other than the edge imports react-router', 'services/registry/src/publish/publish.route.ts', 'npm', 'react-router'],
  ['a service imports another service', 'services/edge/src/compose/compose.ts', 'package', '@site/registry/revisions'],
  ['a service imports the composition root', 'services/api/src/contact/contact.route.ts', 'package', '@site/server/main'],
  ['a service imports a tool', 'services/registry/src/publish/publish.route.ts', 'package', '@site/build/preset'],
  ['the plumbing imports a service', 'services/platform/src/config.ts', 'package', '@site/api/server'],
  ['a package imports the tests', 'services/api/src/server.ts', 'package', '@site/tests/fixtures'],
  ['a page imports a test package', 'mf-auth/src/sign-in/sign-in-page.tsx', 'package', '@site/testing/render'],
  ['a feature imports another in a remote', 'mf-elevate/src/draft/draft-page.tsx', 'feature', '../card/card-form'],
  ['a feature imports another from a subfolder', 'mf-elevate/src/draft/list/row.tsx', 'feature', '../../card/card-form'],
  ['a feature imports another in a service', 'services/api/src/contact/contact.route.ts', 'feature', '../profile/profile.repository'],
  [
    'a feature goes around by the package name',
    'services/api/src/contact/contact.route.ts',
    'package',
    '@site/api/profile/profile.repository',
  ],
];

const permitted: [why: string, file: string, specifier: string][] = [
  ['the shell imports shared packages', 'shell/src/app.tsx', '@site/ui'],
  ['a test of the shell takes the core of the library', 'shell/src/federation/runtime-core.test.ts', '@module-federation/runtime-core'],
  ['a remote imports the design system', 'mf-marketing/src/home/home-page.tsx', '@site/ui/tabs'],
  ['a remote imports React', 'mf-marketing/src/home/home-page.tsx', 'react'],
  ['a remote validates with zod/mini', 'mf-elevate/src/card/card-form.tsx', 'zod/mini'],
  ['a remote declares itself', 'mf-elevate/remote.config.ts', '@site/contracts/remote-config'],
  ['a feature imports its own files', 'mf-elevate/src/draft/draft-page.tsx', './draft.api'],
  ['a feature imports the wiring', 'mf-elevate/src/draft/draft-page.tsx', '../paths'],
  ['the wiring imports every feature', 'services/api/src/server.ts', './contact/contact.route'],
  ['a folder of a stack imports one below it', 'services/identity/src/oidc/adapter.ts', '../crypto/keyring'],
  ['a feature imports what all features of its service stand on', 'services/api/src/demos/demo.repository.ts', '../domain/tables'],
  ['a test sets its stage with another feature', 'services/api/src/demos/demos.test.ts', '../playbooks/playbooks.repository'],
  ['the design system imports Chakra', 'shared/ui/src/button.tsx', '@chakra-ui/react'],
  ['the session imports Amplify', 'shared/session/src/amplify.ts', 'aws-amplify/auth'],
  ['the router facade imports react-router-dom', 'shared/router/src/index.ts', 'react-router-dom'],
  ['a contract imports zod/mini', 'shared/contracts/src/release.ts', 'zod/mini'],
  ['a service imports the plumbing', 'services/api/src/server.ts', '@site/platform/config'],
  ['a service validates with zod', 'services/api/src/server.ts', 'zod'],
  ['the edge matches routes', 'services/edge/src/compose/match.ts', 'react-router'],
  ['the composition root imports every service', 'services/server/src/main.ts', '@site/registry/server'],
  ['the composition root publishes with the CLI', 'services/server/src/main.ts', '@site/release-cli/publish'],
  ['a test imports the test package', 'mf-auth/src/sign-in/sign-in-page.test.tsx', '@site/testing/render'],
  ['a test uses a testing library', 'mf-auth/src/sign-in/sign-in-page.test.tsx', '@testing-library/react'],
];

describe('who may import whom', () => {
  it.each(forbidden)('refuses it when %s', async (_why, file, kind, specifier) => {
    expect(await refusals(file, `import '${specifier}';\n`)).toEqual([`${RULE} ${kind}`]);
  });

  it.each(permitted)('lets it pass when %s', async (_why, file, specifier) => {
    expect(await refusals(file, `import '${specifier}';\n`)).toEqual([]);
  });

  it.each([
    ['a named import', `import { x } from 'shell/store';`],
    ['a type import', `import type { x } from 'shell/store';`],
    ['an inline type', `export type X = import('shell/store').X;`],
    ['a lazy import', `export const x = () => import('shell/store');`],
    ['a re-export', `export { x } from 'shell/store';`],
    ['a re-export of everything', `export * from 'shell/store';`],
  ])('sees %s', async (_form, code) => {
    expect(await refusals('mf-elevate/src/draft/draft.api.ts', code)).toEqual([`${RULE} package`]);
  });
});

describe('addresses of the site stand in one table', () => {
  const page = 'mf-elevate/src/draft/draft-page.tsx';

  it.each([
    ['a link', page, `export const link = <a href="/contact">Contact</a>;`],
    ['an address with an anchor', page, `export const to = '/elevate#how';`],
    ['an address that is put together', 'shell/src/app.tsx', 'export const to = (id: number) => `/playbook/${id}`;'],
    ['a route', 'mf-auth/remote.config.ts', `export const path = '/signin/:target?';`],
  ])('refuses %s that is written out', async (_what, file, code) => {
    expect(await refusals(file, `${code}\n`)).toEqual(['site/addresses repeated']);
  });

  it.each([
    ['what a test visits', 'mf-elevate/src/draft/draft-page.test.tsx', `export const at = '/draft';`],
    ['a call of the backend', 'mf-console/src/desk/desk.api.ts', `export const path = '/playbooks';`],
    ['an address that only begins alike', page, `export const to = '/drafts';`],
    ['a route of a new remote', 'mf-example/remote.config.ts', `export const path = '/example';`],
  ])('lets %s pass', async (_what, file, code) => {
    expect(await refusals(file, `${code}\n`)).toEqual([]);
  });
});
