/** How environments may be named. */
export const ENVIRONMENT_NAME = /^[a-z][a-z0-9-]{0,39}$/;

export const ENVIRONMENT_NAME_RULE = 'An environment is named with a small letter and up to 39 small letters, digits and dashes';
