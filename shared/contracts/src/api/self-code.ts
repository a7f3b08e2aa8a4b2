/** Peer group access code of users without a sponsored peer group. A module of its own: pages name the code without loading a schema. */
export const SELF_CODE = 'SELF-4E';
