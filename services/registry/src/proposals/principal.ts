import type { Token } from '../tokens/token.repository';

/**
 * Who acts, whichever token it is with: the account of the person who holds the token, else the token's name. A token that nobody in
 * particular holds is a principal of its own.
 */
export const principalOf = ({ subject, name }: Pick<Token, 'subject' | 'name'>): string =>
  subject === null ? `token ${name}` : `account ${subject}`;
