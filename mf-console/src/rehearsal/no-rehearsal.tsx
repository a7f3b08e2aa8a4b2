import type { Versions } from '@site/release-model/registry-requests';
import { Notice } from '@site/ui';
import { Code } from '../display/code';

/** Where the rules of an environment ask for a rehearsal and there is none. */
export function NoRehearsal({ releases }: { releases: Versions }) {
  const named = Object.entries(releases).map(([name, version]) => `${name}@${version}`);
  return (
    <Notice status="warning" title="There is no rehearsal of exactly these releases">
      A browser on your machine makes one: <Code>{`npx release rehearse ${named.join(' ')}`}</Code>
    </Notice>
  );
}
