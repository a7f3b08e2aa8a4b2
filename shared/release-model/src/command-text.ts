/** Commands of the release tool as sentences name them. */

/** The environment that they are about where none is named. */
export const USUAL_ENVIRONMENT = 'production';

/** `npx release abort mf-marketing`: in another environment than the usual one it is named. */
export const releaseCommand = (command: string, environment: string): string =>
  `npx release ${command}${environment === USUAL_ENVIRONMENT ? '' : ` --environment ${environment}`}`;
