/** Channel of `Database.notify` for previews that were made or revoked; the payload is the name of the environment. */
export const PREVIEWS_CHANNEL = 'registry_previews';
