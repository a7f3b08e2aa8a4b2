/** What `npm start` takes of this package, as one program. */
export { contentDigest } from '@site/release-model/release-id';
export { readDescriptor } from './pack-release';
export { publishDist } from './publish';
export { createRegistryClient } from './registry-client';
