import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { SELF_CODE } from '@site/contracts/api/self-code';
import { pageUnderTest, makeStore, SITE } from '@site/testing/page-under-test';
import ElevatePage from './elevate-page';

const show = () => render(pageUnderTest({ store: makeStore(), Page: ElevatePage, at: '/elevate' }));
const section = (name: string) => within(screen.getByRole('region', { name }));

const TIERS = [
  { verb: 'Play', kind: 'Player', anchor: 'player', headline: 'Elevate your interview', signup: '/signup/elevate-1' },
  { verb: 'Train', kind: 'Trainer', anchor: 'trainer', headline: 'Elevate others, learn yourself', signup: '/signup/elevate-2' },
  {
    verb: 'Spearhead. Coach',
    kind: 'Spearhead. Coach',
    anchor: 'coach',
    headline: 'Elevate startup experience',
    signup: '/signup/elevate-3',
  },
];

describe('the Elevate page', () => {
  it("is titled 'Elevate - 1, 2, 3' with a beta marker", () => {
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'Elevate - 1, 2, 3' })).toBeVisible();
    expect(screen.getByText('beta')).toBeVisible();
    expect(document.title).toBe(`Elevate - 1, 2, 3 | ${SITE.brand}`);
  });

  it.each(TIERS)('offers $verb with Sign up to $signup and Learn more to #$anchor', ({ verb, signup, anchor }) => {
    show();
    const cards = section('Three tiers');
    expect(cards.getByRole('heading', { name: verb })).toBeVisible();
    const signUp = cards.getByRole('link', { name: `Sign up: ${verb}` });
    expect(signUp).toHaveTextContent(/^Sign up$/);
    expect(signUp).toHaveAttribute('href', signup);
    const learnMore = cards.getByRole('link', { name: `Learn more: ${verb}` });
    expect(learnMore).toHaveTextContent(/^Learn more$/);
    expect(learnMore).toHaveAttribute('href', `#${anchor}`);
  });

  it.each(TIERS)("explains the $kind under #$anchor: '$headline'", ({ kind, anchor, headline, signup }) => {
    show();
    const details = within(document.getElementById(anchor)!);
    expect(details.getByRole('heading', { name: headline })).toBeVisible();
    expect(details.getByText(kind)).toBeVisible();
    expect(details.getByRole('link', { name: `Sign up: ${headline}` })).toHaveAttribute('href', signup);
  });

  it('has an overview that cites the target availability', () => {
    show();
    expect(section('Overview').getByText('99.999%')).toBeVisible();
    expect(section('Overview').getByText('target availability')).toBeVisible();
  });

  it('explains under #how the four steps in order, each with the mosaic that it leads to', () => {
    show();
    const how = screen.getByRole('region', { name: 'How does this program work?' });
    expect(how).toHaveAttribute('id', 'how');
    const steps = within(how).getAllByRole('listitem');
    expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
      'Who you are?',
      'What is your sport?',
      'What is your strength?',
      'What is your vision?',
    ]);
    expect(steps.map((step) => step.querySelectorAll('[data-filled=true]').length)).toEqual([1, 2, 3, 4]);
    expect(steps[2]).toHaveTextContent('Third tessera, Elevate 2');
    expect(steps[3]).toHaveTextContent('Fourth tessera, Elevate 3');
  });

  it('explains what a tessera is, and the quest', () => {
    show();
    expect(screen.getByRole('heading', { name: 'What is a tessera?' })).toBeVisible();
    expect(screen.getByText(/The quest is to gain two to four/)).toBeVisible();
  });

  it('has Remarks A to C with the code for those without a sponsored peer group, and the word on notifications', () => {
    show();
    for (const letter of ['A', 'B', 'C']) expect(screen.getByText(`Remark ${letter}`)).toBeVisible();
    expect(screen.getByText(SELF_CODE)).toBeVisible();
    expect(screen.getByText(/only if you enable notifications/)).toBeVisible();
  });

  it('links to sign-up, to the vision, and in a new tab to the professional network', () => {
    show();
    expect(screen.getAllByRole('link', { name: 'Sign up' })[0]).toHaveAttribute('href', '/signup');
    expect(screen.getByRole('link', { name: 'vision' })).toHaveAttribute('href', '/practice');
    const network = screen.getByRole('link', { name: /professional network page \(opens in a new tab\)/ });
    expect(network).toHaveAttribute('href', SITE.networkUrl);
    expect(network).toHaveAttribute('target', '_blank');
  });

  it.each([
    ['Play', 'Demo your skills, get scored and ranked among peers, and interview with teams that value you.'],
    ['Train', 'Use your demos to train other groups, and learn the craft better yourself.'],
    ['Spearhead. Coach', 'Lead startup-style ideas and build a learning environment.'],
  ])('says what %s is about', (verb, summary) => {
    show();
    expect(section('Three tiers').getByRole('heading', { name: verb })).toBeVisible();
    expect(section('Three tiers').getByText(summary)).toBeVisible();
  });

  it('says of each step what there is to do', () => {
    show();
    const steps = section('How does this program work?').getAllByRole('listitem');
    const words = [
      [/initial card/, /set your goals/],
      [/league or peer group, or form one/, /founded on a skill, or on what a company demands/],
      [/Peer feedback and constant scoring/, /train mode, sponsored or self-sponsored/],
      [/playbook/, /unites strengths into a team/],
    ];
    for (const [index, patterns] of words.entries()) for (const pattern of patterns) expect(steps[index]).toHaveTextContent(pattern);
  });

  it('says that interests are indicated in the profile and are no permissions, and that matching can miss something', () => {
    show();
    expect(screen.getByText(/indicate in your profile which programmes interest you/)).toHaveTextContent(/interests, not permissions/);
    expect(screen.getByText(/A matching algorithm can miss opportunities/)).toBeVisible();
  });
});
