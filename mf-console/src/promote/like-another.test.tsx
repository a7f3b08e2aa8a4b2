import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptedAnswer } from '@site/testing/page-under-test';
import { environment, refused, registry, revision, show } from '../testing/registry-under-test';
import PromotePage from './promote-page';

const STAGING = '/registry/v1/environments/staging';
const LIVE_IN_STAGING = { body: revision(3, '1.2.0', { environment: 'staging' }) };

const environments = { 'GET /registry/v1/environments': { body: { environments: [environment(), environment({ name: 'staging' })] } } };
const choice = () => screen.findByRole('combobox', { name: /mf-marketing/ });

it('what another environment has is chosen at first, and can be chosen otherwise', async () => {
  show(PromotePage, '/console/promote?like=staging', registry({ ...environments, [`GET ${STAGING}/revisions/current`]: LIVE_IN_STAGING }));
  await waitFor(async () => expect(await choice()).toHaveValue('1.2.0'));
  await userEvent.selectOptions(await choice(), '1.0.0');
  expect(await choice()).toHaveValue('1.0.0');
});

it('nothing can be chosen that what another environment has would replace when that arrives', async () => {
  let arrive: (answer: ScriptedAnswer) => void = () => undefined;
  const arrival = new Promise<ScriptedAnswer>((resolve) => (arrive = resolve));
  show(PromotePage, '/console/promote?like=staging', registry({ ...environments, [`GET ${STAGING}/revisions/current`]: () => arrival }));
  expect(await screen.findByText('Loading what is live in staging')).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: /mf-marketing/ })).not.toBeInTheDocument();
  arrive(LIVE_IN_STAGING);
  await waitFor(async () => expect(await choice()).toHaveValue('1.2.0'));
});

it('an environment that is not there, or has nothing, is said to have nothing, and the choice is free', async () => {
  const nothing = refused.by(404, 'no-revision', 'Nothing is live in this environment yet.');
  const script = { ...environments, 'GET /registry/v1/environments/nowhere/revisions/current': nothing };
  show(PromotePage, '/console/promote?like=nowhere', registry(script));
  expect(await screen.findByText('Nothing is live in nowhere, so nothing is chosen')).toBeVisible();
  expect(await choice()).toHaveValue('');
});
