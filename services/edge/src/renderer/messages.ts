/** What the edge and the renderer process say to each other. */
import type { Composition } from '@site/contracts/composition';
import type { RenderOutput, ShellServerBundle } from '@site/contracts/prerender';
import { z } from 'zod';

export interface RenderMessage {
  type: 'render';
  /** Id of the shell's bundle. */
  shell: string;
  /** Id of the remote's bundle; null together with `page`. */
  remote: string | null;
  /** Page of the route; null for what the shell shows by itself. */
  page: string | null;
  pathname: string;
  composition: Composition;
}

export type ToRenderer =
  | { type: 'bundle'; id: string; source: string }
  /** Forget every bundle but these. */
  | { type: 'retain'; ids: string[] }
  | RenderMessage;

export type FromRenderer = { type: 'rendered'; output: RenderOutput } | { type: 'failed'; message: string };

/** Evaluated bundles that render together. */
export interface Pair {
  renderDocument: ShellServerBundle['renderDocument'];
  pages: Record<string, unknown>;
}

/** The output comes from code of a release, so it is checked before it is used. */
export const renderOutputSchema: z.ZodType<RenderOutput> = z.object({
  head: z.string().max(64_000),
  html: z.string().min(1).max(2_000_000),
  styles: z.array(z.object({ names: z.string(), css: z.string() })),
});
