import type { Part } from '../clause';
import { adapter, amplify, cognito, hostedSignIn, library, libraryCalls } from '../files';

export const identityCalls: Part = {
  section: 7,
  title: 'The identity service',
  clauses: [
    {
      id: 'identity.refresh',
      says: 'Refresh tokens: POST, JSON.',
      quotes: ['Identity service calls (POST, JSON): refresh tokens'],
      tests: [...cognito('refreshes tokens and rotates the refresh token'), ...libraryCalls('is tried three times…')],
    },
    {
      id: 'identity.revoke',
      says: 'Revoke token: POST, JSON.',
      quotes: ['revoke token'],
      tests: [...cognito('revokes a refresh token'), ...amplify('signs out: revokes the token')],
    },
    {
      id: 'identity.guests',
      says: 'Get identity id, and get credentials for identity: POST, JSON.',
      quotes: ['get identity id, get credentials for identity.'],
      tests: [...cognito('gives guests an id and credentials'), ...amplify('gives guests credentials')],
    },
    {
      id: 'identity.authorize',
      says: 'Hosted sign-in redirects to authorize with redirect_uri, response_type, client_id, identity_provider, scope, state and code_challenge (method S256).',
      quotes: [
        'Hosted sign-in page: a redirect to authorize with redirect_uri, response_type, client_id, identity_provider, scope, state, code_challenge (method S256)',
      ],
      tests: library('asks for a code with the challenge of a verifier'),
    },
    {
      id: 'identity.authorize-optional',
      says: 'login_hint, lang, nonce and prompt are optional.',
      quotes: ['and optional login_hint, lang, nonce, prompt.'],
      tests: [...library('adds login_hint, lang, nonce and prompt'), ...amplify('prefills the address that the site knows')],
    },
    {
      id: 'identity.exchange',
      says: 'The token exchange is a form-encoded POST with grant_type, code, client_id, redirect_uri and code_verifier.',
      quotes: ['Hosted token exchange: form-encoded POST with grant_type, code, client_id, redirect_uri, code_verifier.'],
      tests: library('exchanges the code by a form-encoded POST'),
    },
    {
      id: 'identity.logout',
      says: 'Hosted logout takes client_id and logout_uri.',
      quotes: ['Hosted logout: client_id and logout_uri.'],
      tests: [...hostedSignIn('ends the session and returns to the registered address only'), ...amplify('signs out: revokes the token')],
    },
    {
      id: 'identity.providers',
      says: 'Providers: Google, Facebook, Amazon, Apple, or a custom one.',
      quotes: ['Providers offered: Google, Facebook, Amazon, Apple, or a custom one.'],
      tests: [...library('names the provider: …'), ...adapter('… is one of the providers that the library knows, or a custom one')],
    },
  ],
};
