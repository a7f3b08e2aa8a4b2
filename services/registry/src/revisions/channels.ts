/** Channels of `Database.notify` by which followers of an environment learn what to ask for again. Each payload is the name of the environment. */

/** A preview was made or revoked. */
export const PREVIEWS_CHANNEL = 'registry_previews';
/** A plan was made, or has changed. */
export const PLAN_CHANNEL = 'registry_plan';
/** A proposal was made, approved or closed. */
export const PROPOSAL_CHANNEL = 'registry_proposal';
