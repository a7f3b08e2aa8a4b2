/**
 * What each role may do in the database. A role reads and writes its own schema; beside it there is what is listed here, and nothing else.
 * Who has the address of one role cannot read what is another's.
 */

/** Roles that have a database. */
export const DATABASE_ROLES = ['registry', 'api', 'identity'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

export const SCHEMAS = ['platform', 'registry', 'identity', 'api'] as const;

interface Right {
  /** Privileges of PostgreSQL, those of some columns with their names. */
  may: string;
  /** What comes after `on`: tables with their schemas, or `all tables in schema ...`. */
  on: string;
}

const ALL = 'select, insert, update, delete';
/** Mails, repeated answers and limits, which api and identity share. */
const OF_PLATFORM: Right = { may: ALL, on: 'all tables in schema platform' };

/** Group of PostgreSQL that holds the rights of a role. Users who sign in are made members of it. */
export const groupOf = (role: DatabaseRole): string => `site_${role}`;

/** Later ones do not take back earlier ones. */
export const RIGHTS: Record<DatabaseRole, readonly Right[]> = {
  registry: [
    { may: ALL, on: 'all tables in schema registry' },
    { may: ALL, on: 'platform.rate_limits' },
    // Mails hold codes and passwords.
    { may: 'select', on: 'platform.migrations, identity.migrations' },
    { may: 'execute', on: 'function identity.groups_of_sign_in(uuid, text), identity.groups_of_account(uuid)' },
  ],
  api: [
    { may: ALL, on: 'all tables in schema api' },
    OF_PLATFORM,
    // It administers accounts. Keys that sign tokens, and what a sign-in under way needs, are not among that.
    { may: ALL, on: 'identity.account, identity.failed_attempts' },
    { may: 'select, delete', on: 'identity.oidc_record, identity.session, identity.passkey' },
    { may: 'select', on: 'identity.federated_identity, identity.email_change, identity.session_grant, identity.migrations' },
    // It ends one, and sees of it no more than whose it is.
    { may: 'select (sub), delete', on: 'identity.sign_in' },
    { may: 'select, insert', on: 'identity.security_event' },
    { may: 'execute', on: 'function identity.groups_of_sign_in(uuid, text)' },
  ],
  identity: [
    { may: ALL, on: 'all tables in schema identity' },
    OF_PLATFORM,
    // What people correct on the account pages.
    { may: 'select, update (email, full_name, phone, location)', on: 'api.member, api.signup' },
    { may: 'select, update (email, phone)', on: 'api.contact_message' },
    { may: 'execute', on: 'function identity.groups_of_sign_in(uuid, text)' },
  ],
};

/** Taken back from everybody: what was written down stays as it was written, and only the owner migrates. */
export const TAKEN_BACK: readonly Right[] = [
  ...SCHEMAS.map((schema) => ({ may: 'insert, update, delete', on: `${schema}.migrations` })),
  { may: 'update', on: 'identity.security_event' },
  { may: 'update, delete', on: 'registry.audit' },
];

/** Schemas that a role has to be able to name. */
export const schemasOf = (role: DatabaseRole): string[] =>
  SCHEMAS.filter((schema) => RIGHTS[role].some(({ on }) => new RegExp(`\\b${schema}(\\.|$)`).test(on)));
