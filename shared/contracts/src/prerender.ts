/**
 * The contract between the server bundles of releases and the renderer: the shell's bundle renders, a remote's bundle supplies the page.
 * Both are CommonJS; a remote's bundle requires shared modules by share key and is given the shell's.
 */
import type { Composition } from './composition';

/** Module exports of the shell's server bundle. */
export interface ShellServerBundle {
  /** Shared modules by share key, exactly those that the shell provides in a browser. */
  shared: Record<string, unknown>;
  renderDocument(input: RenderInput): RenderOutput;
}

/** Module exports of a remote's server bundle. */
export interface RemoteServerBundle {
  /** Page modules (`{ default: Component }`) by the `page` of their route. */
  pages: Record<string, unknown>;
}

export interface RenderInput {
  /** Path of the address, without query and hash. */
  pathname: string;
  composition: Composition;
  /** The page of the matched route; null renders the shell with its own "not available" page. */
  page: { remote: string; page: string; module: unknown } | null;
}

/**
 * Attribute of the style elements that were rendered ahead of time. It is not Emotion's own: whatever bears that is moved to the end of the
 * head as Emotion starts, and for each move the browser computes the styles of the whole document again.
 */
export const RENDERED_STYLE_ATTRIBUTE = 'data-rendered';

/** Emotion styles that the markup needs, one style element each. */
export interface RenderedStyle {
  /** Value of the attribute, by which the shell finds its styles again. */
  names: string;
  css: string;
}

export interface RenderOutput {
  /** Markup for the document's head: title, meta and link elements. */
  head: string;
  /** Markup of the application, for the element with id `root`. */
  html: string;
  styles: RenderedStyle[];
}
