import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ButtonLink, TextLink } from './links';
import { BrowserStage } from './stage';

test('a link to a page of the site navigates without loading a document', async () => {
  render(
    <BrowserStage>
      <ButtonLink to="/signup">Sign up</ButtonLink>
    </BrowserStage>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Sign up' }));
  expect(window.location.pathname).toBe('/signup');
});

test('a link that opens a new tab says so, and gives the new page no hold on this one', () => {
  render(
    <BrowserStage>
      <TextLink href="https://network.test/company" external>
        Company page
      </TextLink>
    </BrowserStage>,
  );
  const link = screen.getByRole('link', { name: 'Company page (opens in a new tab)' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('a page of the site can open in a new tab too', () => {
  render(
    <BrowserStage>
      <ButtonLink to="/playbook/3" external>
        Learn more
      </ButtonLink>
    </BrowserStage>,
  );
  expect(screen.getByRole('link', { name: /Learn more/ })).toHaveAttribute('href', '/playbook/3');
  expect(screen.getByRole('link', { name: /new tab/ })).toHaveAttribute('target', '_blank');
});

test('a link that looks like a button does not claim to be one', () => {
  render(
    <BrowserStage>
      <ButtonLink href="mailto:contact@site.test">Write to us</ButtonLink>
    </BrowserStage>,
  );
  expect(screen.getByRole('link', { name: 'Write to us' })).not.toHaveAttribute('type');
});
