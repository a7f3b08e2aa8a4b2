/** Under which the answers to a member who adds demos are kept, for when a request comes again. They repeat the demo. */
export const demoScope = (subject: string): string => `POST /demos/player ${subject}`;
