/** Says clearly when Node is too old, before anything else fails with a riddle. */
import { Failure } from './failure.mjs';

/** The same as `engines` of package.json. */
const SUPPORTED = { 20: 19, 22: 12 };
const NEWEST = 24;

/** @throws {Failure} */
export function assertNodeVersion(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const oldest = SUPPORTED[major];
  if (major >= NEWEST || (oldest !== undefined && minor >= oldest)) return;
  throw new Failure(`Node ${version} cannot run this. Install Node 20.19 or newer, 22.12 or newer, or 24.`);
}
