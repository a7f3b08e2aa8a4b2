/** Test-only: every story of the package, by the title of its file and its own name. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Story, StoryMeta } from './story';

type StoryModule = { default: StoryMeta } & Record<string, Story | StoryMeta>;

export interface NamedStory {
  name: string;
  render: Story['render'];
}

/** `folder` is the `src` folder of this package. */
export async function loadStories(folder: string): Promise<NamedStory[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.stories.tsx'));
  const modules = await Promise.all(files.sort().map((file) => import(pathToFileURL(join(folder, file)).href) as Promise<StoryModule>));
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, story]) =>
      'render' in story ? [{ name: `${module.default.title}/${name}`, render: story.render }] : [],
    ),
  );
}
