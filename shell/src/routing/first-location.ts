/** Key that the router gives to the location of a document before any navigation. */
export const firstLocationKey = 'default';
