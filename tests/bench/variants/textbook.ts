/** Entry of the comparison build (b): Module Federation as its documentation shows it. The bootstrap is behind an import for the share scope. */
void import('./textbook-bootstrap');
export {};
