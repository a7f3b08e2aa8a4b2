import type { ReactNode } from 'react';

/** Component Story Format 3, as far as this package uses it; any reader of that format can show the stories. */
export interface StoryMeta {
  title: string;
}

export interface Story {
  render: () => ReactNode;
}
