/** Releases and parts as people name them. */
import { releaseNameSchema, semverSchema } from '@site/contracts/release';
import { describeChange } from '@site/release-model/change-text';
import type { Change } from '@site/release-model/changes';
import type { Versions } from '@site/release-model/registry-requests';
import { EXIT, Failure } from './failure';

/** @throws Failure unless the text is `name@version`. */
export function parseRelease(text: string): { name: string; version: string } {
  const at = text.lastIndexOf('@');
  const [name, version] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && semverSchema.safeParse(version).success) {
    if (releaseNameSchema.safeParse(name).success) return { name, version };
    throw new Failure(`There is no release of '${name}': a part is named shell, or mf- and more, such as mf-marketing.`, EXIT.usage);
  }
  throw new Failure(`'${text}' is not a release. Write it as name@version, such as mf-marketing@1.0.1.`, EXIT.usage);
}

/** @throws Failure unless each text is `name@version`, and each name comes once. */
export function parseReleases(texts: string[]): Versions {
  const releases = texts.map(parseRelease);
  const twice = releases.find(({ name }, index) => releases.findIndex((other) => other.name === name) !== index);
  if (twice) throw new Failure(`${twice.name} is named twice.`, EXIT.usage);
  return Object.fromEntries(releases.map(({ name, version }) => [name, version]));
}

/** A line for each change. A yank, its end and a new epoch change nothing that visitors get. */
export function describeChanges(changes: Change[]): string {
  const stays = changes.every(({ field }) => field === 'yanked') ? ['What is live stays as it is.'] : [];
  return [...changes.map(describeChange), ...stays].join('\n');
}
