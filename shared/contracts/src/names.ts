/** Names and addresses that browsers share with services, apart from the schemas: what starts the site in a browser brings no zod. */

/** Federation name and version of the shell. Everything else is a remote. */
export const SHELL_NAME = 'shell';

/** Global variable and Module Federation scope of a remote: `mf-elevate` is `mf_elevate`. */
export const containerName = (name: string): string => name.replaceAll('-', '_');

/** Id of the element of a document that holds its composition as JSON. */
export const COMPOSITION_ELEMENT_ID = 'site-composition';

/** Where an open page asks whether its composition is still what its visitor gets. */
export const LIVE_PATH = '/_edge/live';

/** Folder of the manifests of sites, each under the hash of its bytes: SHA-256 in base64url. */
export const MANIFESTS_PATH = '/_edge/manifests/';

/** Where the shell posts what it reports. */
export const BEACONS_PATH = '/registry/v1/beacons';

/** Cookie: versions of the shell that did not start in this browser, separated by `_`. Lives for ten minutes. Behind https `__Host-` stands before it. */
export const SHELL_FALLBACK_COOKIE = 'shell-fallback';

/** Key in the storage of the browser: releases of remotes that did not load there. */
export const FAILED_RELEASES_KEY = 'site:failed-releases';
